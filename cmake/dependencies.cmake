# Third-party libraries, all from Debian (packages.txt), each as one target.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)

function(eqnet_imported name header)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  find_path(${name}_include ${header} REQUIRED)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${${name}_include})
  foreach(library ${ARG_LIBRARIES})
    find_library(${library}_path ${library} REQUIRED)
    target_link_libraries(${name} INTERFACE ${${library}_path})
  endforeach()
endfunction()

eqnet_imported(cadical cadical.hpp LIBRARIES cadical)
eqnet_imported(flint flint/fmpz_mpoly.h LIBRARIES flint mpfr gmp)
eqnet_imported(rapidjson rapidjson/reader.h)
eqnet_imported(cli11 CLI/CLI.hpp)
