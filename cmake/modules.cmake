# The files of a target as one, where EQNET_UNITY is set: headers are read and templates made once. So what stands in
# anonymous namespaces has a name of its own within a module and within its tests; the presets debug and lint compile file
# by file, which shows what a file forgets to include.
function(eqnet_unity target)
  if(EQNET_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # it takes the files for headers
    endif()
  endif()
endfunction()

# eqnet_module(NAME [USES MODULE…] [LINK LIBRARY…]): a folder of src/, a namespace and a library target, eqnet_NAME.
function(eqnet_module module)
  cmake_parse_arguments(ARG "" "" "USES;LINK" ${ARGN})
  list(TRANSFORM ARG_USES PREPEND eqnet_)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${module}/*.cc ${PROJECT_SOURCE_DIR}/src/${module}/*/*.cc)
  list(FILTER sources EXCLUDE REGEX "/(main|loops)\\.cc$")
  add_library(eqnet_${module} STATIC ${sources})
  target_link_libraries(eqnet_${module} PRIVATE eqnet_flags PUBLIC ${ARG_USES} ${ARG_LINK})
  target_include_directories(eqnet_${module} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  eqnet_unity(eqnet_${module})
  # What nearly every file includes, read once for all: half of the time of a small file goes into it.
  if(module STREQUAL "base")
    target_precompile_headers(eqnet_base PRIVATE <algorithm> <array> <cstdint> <functional> <map> <memory>
      <optional> <ranges> <span> <string> <string_view> <unordered_map> <utility> <vector>)
  else()
    target_precompile_headers(eqnet_${module} REUSE_FROM eqnet_base)
  endif()
endfunction()

# eqnet_c_file(MODULE FILE [LINK LIBRARY…]): a file of a module that is C, because a library's headers are no C++.
function(eqnet_c_file module file)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  get_filename_component(name ${file} NAME_WE)
  add_library(eqnet_c_${name} OBJECT ${PROJECT_SOURCE_DIR}/${file})
  target_include_directories(eqnet_c_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(eqnet_c_${name} PRIVATE ${ARG_LINK})
  target_compile_options(eqnet_c_${name} PRIVATE -O2 -Wall -Wextra -Werror=implicit-function-declaration)
  target_sources(eqnet_${module} PRIVATE $<TARGET_OBJECTS:eqnet_c_${name}>)
  set_property(GLOBAL APPEND PROPERTY eqnet_loops_objects $<TARGET_OBJECTS:eqnet_c_${name}>)
endfunction()

# eqnet_interface(NAME HEADER…): leaves generated/NAME_interface.h with a hash of the headers, for base/plugin.h.
function(eqnet_interface name)
  set(hashes "")
  foreach(header ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${header})
    file(SHA256 ${PROJECT_SOURCE_DIR}/src/${header} hash)
    string(APPEND hashes ${hash})
  endforeach()
  string(SHA256 hash "${hashes}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${name}_interface.h
    CONTENT "#define EQNET_INTERFACE_OF_${name} \"${hash}\"\n")
endfunction()

# eqnet_plugin(NAME USES MODULE…): a module that is a library of its own, loaded when it is needed. Sets eqnet_NAME_uses.
function(eqnet_plugin module)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  list(TRANSFORM ARG_USES PREPEND eqnet_)
  set(eqnet_${module}_uses ${ARG_USES} PARENT_SCOPE)
endfunction()

# kernels/loops.cc for one instruction set, into eqnet_kernels.
function(eqnet_loops isa)
  add_library(eqnet_loops_${isa} OBJECT ${PROJECT_SOURCE_DIR}/src/kernels/loops.cc)
  target_link_libraries(eqnet_loops_${isa} PRIVATE eqnet_flags)
  target_compile_definitions(eqnet_loops_${isa} PRIVATE EQNET_LOOPS=kLoops${isa})
  # Under sanitizers speed is not what counts, and the compiler takes twice as long with -O3.
  target_compile_options(eqnet_loops_${isa} PRIVATE $<IF:$<BOOL:${EQNET_SANITIZE}>,-O1,-O3> ${ARGN} -fno-math-errno -fno-trapping-math -fno-signed-zeros
    -fassociative-math -freciprocal-math
    -mrecip=none)  # the processors' own estimates of 1 / x and 1 / sqrt(x) differ from maker to maker, and so would vectors
  target_sources(eqnet_kernels PRIVATE $<TARGET_OBJECTS:eqnet_loops_${isa}>)
  set_property(GLOBAL APPEND PROPERTY eqnet_loops_objects $<TARGET_OBJECTS:eqnet_loops_${isa}>)
endfunction()

# libeqnet: the modules that a solver or a compiler links. As an archive, eqnet::eqnet, with the public headers of C++ and C;
# and, where everything is not linked into one file, as a shared library with the functions of eqnet.h alone, eqnet::shared.
function(eqnet_library)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:eqnet_\\1>" OUTPUT_VARIABLE objects)
  get_property(loops GLOBAL PROPERTY eqnet_loops_objects)
  add_library(eqnet STATIC ${objects} ${loops})
  set(kinds eqnet)
  if(NOT EQNET_STATIC AND NOT EQNET_SANITIZE)
    add_library(eqnet_shared SHARED ${objects} ${loops})
    set(script ${PROJECT_SOURCE_DIR}/src/api/exported.map)
    set_target_properties(eqnet_shared PROPERTIES OUTPUT_NAME eqnet VERSION ${PROJECT_VERSION}
      SOVERSION ${PROJECT_VERSION_MAJOR} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR} LINK_DEPENDS ${script})
    target_link_options(eqnet_shared PRIVATE -Wl,--version-script=${script} -Wl,-Bsymbolic -Wl,--no-undefined)
    add_library(eqnet::shared ALIAS eqnet_shared)
    list(APPEND kinds eqnet_shared)
  endif()
  foreach(kind ${kinds})
    set_target_properties(${kind} PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(${kind} PRIVATE ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS} eqnet::cadical ${eqnet_real_libraries} eqnet::flint eqnet::openblas)
    target_include_directories(${kind} PUBLIC ${PROJECT_SOURCE_DIR}/include)
  endforeach()
  target_compile_features(eqnet PUBLIC cxx_std_20)
  add_library(eqnet::eqnet ALIAS eqnet)
endfunction()
