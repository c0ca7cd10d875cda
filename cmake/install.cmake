# Installs the libraries, the public headers, a CMake package (motecurve-config.cmake describes it), a pkg-config
# file, the licence and the pages. They contain no absolute paths: an installed folder can be moved, and DESTDIR
# works.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/motecurve)
# Features beyond the core come as components: a target beside these, and its name in motecurve-config.cmake.
list(TRANSFORM MC_LIBRARIES PREPEND motecurve_ OUTPUT_VARIABLE installed)
install(TARGETS ${installed} EXPORT motecurve)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/motecurve DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(EXPORT motecurve NAMESPACE motecurve:: FILE motecurve-targets.cmake DESTINATION ${package_folder})
if(MC_PARALLEL) # motecurve::parallel, with targets of its own: no other component needs threads
  install(TARGETS motecurve_parallel EXPORT motecurve-parallel)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/parallel/include/motecurve DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.h")
  install(EXPORT motecurve-parallel NAMESPACE motecurve:: FILE motecurve-parallel.cmake DESTINATION ${package_folder})
endif()
write_basic_package_version_file(motecurve-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/motecurve-config.cmake ${PROJECT_BINARY_DIR}/motecurve-config-version.cmake
        DESTINATION ${package_folder})

set(pkgconfig_folder ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix ${pkgconfig_folder} ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" prefix ${prefix})
file(RELATIVE_PATH libdir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH includedir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(cmake/motecurve.pc.in motecurve.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/motecurve.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES LICENSE README.md CHANGELOG.md SECURITY.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
