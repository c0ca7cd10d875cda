# Installs the libraries, the public headers, a CMake package (motecurve::motecurve_static, _shared) and a
# pkg-config file.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/motecurve)
install(TARGETS motecurve_static motecurve_shared EXPORT motecurve)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/motecurve DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(EXPORT motecurve NAMESPACE motecurve:: FILE motecurve-config.cmake DESTINATION ${package_folder})
write_basic_package_version_file(motecurve-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/motecurve-config-version.cmake DESTINATION ${package_folder})

configure_file(cmake/motecurve.pc.in motecurve.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/motecurve.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
