# Third-party libraries, all from Debian (packages.txt), each as one target, which a project that has EqNet in a
# subdirectory sees too: hence the prefix, and targets of find_package made global.
if(EQNET_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  list(PREPEND CMAKE_LIBRARY_PATH ${PROJECT_BINARY_DIR}/flint)  # Debian has only the shared one: scripts/static-flint
endif()

macro(eqnet_package name target)
  if(NOT TARGET ${target})
    find_package(${name} REQUIRED ${ARGN})
    set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
  endif()
endmacro()

# eqnet::NAME: the folder of the header, and the libraries.
function(eqnet_imported name header)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  find_path(EQNET_${name}_include ${header} REQUIRED)
  add_library(eqnet::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(eqnet::${name} SYSTEM INTERFACE ${EQNET_${name}_include})
  foreach(library ${ARG_LIBRARIES})
    find_library(EQNET_${library}_path ${library} REQUIRED)
    target_link_libraries(eqnet::${name} INTERFACE ${EQNET_${library}_path})
  endforeach()
endfunction()

eqnet_package(Threads Threads::Threads)
eqnet_package(ZLIB ZLIB::ZLIB)
eqnet_package(Eigen3 Eigen3::Eigen NO_MODULE)
eqnet_imported(cadical cadical.hpp LIBRARIES cadical)
eqnet_imported(flint flint/fmpz_mpoly.h LIBRARIES flint mpfr gmp)
# Arb and Calcium: balls and exact constants of the real domain. Debian has no archives of them, so the static program
# does without that domain.
if(NOT EQNET_STATIC)
  eqnet_imported(arb arb.h LIBRARIES flint-arb)
  eqnet_imported(calcium calcium/ca.h LIBRARIES calcium antic)
  set(eqnet_real_libraries eqnet::calcium eqnet::arb)
endif()
eqnet_imported(rapidjson rapidjson/reader.h)
eqnet_imported(cli11 CLI/CLI.hpp)
eqnet_imported(boost boost/beast.hpp)
eqnet_imported(fmt fmt/core.h)  # compiled in by base/format.cc
# The build with threads, though it is kept to one: Debian's serial build gives wrong products to several callers at once.
# Only its header is used: kernels/blas.cc loads the library itself, but where everything is linked in.
find_library(EQNET_openblas_path openblas PATH_SUFFIXES openblas-pthread REQUIRED)
find_path(EQNET_openblas_include cblas.h PATH_SUFFIXES openblas-pthread REQUIRED)
if(EQNET_STATIC)
  eqnet_imported(openblas cblas.h LIBRARIES openblas)
  set(openblas_definition EQNET_STATIC)
else()
  eqnet_imported(openblas cblas.h)
  set(openblas_definition EQNET_OPENBLAS="${EQNET_openblas_path}")
endif()
eqnet_imported(fftw3f fftw3.h LIBRARIES fftw3f)
eqnet_imported(tomlplusplus toml++/toml.h)
if(EQNET_TORCH)
  find_package(Torch REQUIRED)
endif()
if(EQNET_DLIB)
  eqnet_imported(dlib dlib/global_optimization/global_function_search.h LIBRARIES dlib)
endif()
