# cmake --install BUILD --prefix P: the program with its manual pages and completions; libeqnet with its headers, and what
# CMake and pkg-config need to find it. The texts are made by the program itself, from its option tables.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS eqnet_program)
install(TARGETS eqnet ARCHIVE COMPONENT development)
if(TARGET eqnet_shared)
  install(TARGETS eqnet_shared LIBRARY COMPONENT library NAMELINK_COMPONENT development)
endif()
if(EQNET_TORCH)
  install(TARGETS eqnet_torch LIBRARY COMPONENT torch)
endif()
if(EQNET_DLIB)
  install(TARGETS eqnet_dlib LIBRARY COMPONENT dlib)
endif()
if(EQNET_MPI)
  install(TARGETS eqnet_mpi LIBRARY COMPONENT mpi)
endif()
install(FILES include/eqnet.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY include/eqnet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

set(texts ${PROJECT_BINARY_DIR}/texts)
add_custom_command(OUTPUT ${texts}/made
  COMMAND ${PROJECT_SOURCE_DIR}/scripts/manual $<TARGET_FILE:eqnet_program> ${texts}
  COMMAND ${CMAKE_COMMAND} -E touch ${texts}/made
  DEPENDS eqnet_program ${PROJECT_SOURCE_DIR}/scripts/manual
  COMMENT "Manual pages and completions" VERBATIM)
add_custom_target(eqnet_texts ALL DEPENDS ${texts}/made)
install(DIRECTORY ${texts}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${texts}/eqnet.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME eqnet)
install(FILES ${texts}/_eqnet DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${texts}/eqnet.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/eqnet)
configure_package_config_file(cmake/eqnetConfig.cmake.in ${PROJECT_BINARY_DIR}/generated/eqnetConfig.cmake
  INSTALL_DESTINATION ${config_folder} PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/eqnetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/eqnetConfig.cmake ${PROJECT_BINARY_DIR}/generated/eqnetConfigVersion.cmake
  DESTINATION ${config_folder} COMPONENT development)
# The prefix is where the file lies, so that the folder may be moved. Two files, because -leqnet takes the shared library, which has no C++ in it.
file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
foreach(name eqnet eqnet-static)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/generated/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/generated/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()
