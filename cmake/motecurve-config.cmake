# find_package(motecurve [COMPONENTS static|shared|parallel]) gives motecurve::static and motecurve::shared if they are
# installed, and motecurve::motecurve: the first requested component, else the shared library, else the static one. The
# component parallel gives motecurve::parallel beside these.
include(${CMAKE_CURRENT_LIST_DIR}/motecurve-targets.cmake)
if("parallel" IN_LIST motecurve_FIND_COMPONENTS AND EXISTS ${CMAKE_CURRENT_LIST_DIR}/motecurve-parallel.cmake)
  include(CMakeFindDependencyMacro)
  find_dependency(Threads)
  find_package(OpenMP COMPONENTS C) # if the library was built with it
  include(${CMAKE_CURRENT_LIST_DIR}/motecurve-parallel.cmake)
endif()

set(motecurve_kinds "")
foreach(component ${motecurve_FIND_COMPONENTS})
  if(NOT component MATCHES "^(static|shared|parallel)$")
    set(motecurve_NOT_FOUND_MESSAGE
        "motecurve has no component ${component}; its components are static, shared and parallel")
  elseif(NOT TARGET motecurve::${component})
    set(motecurve_NOT_FOUND_MESSAGE "the ${component} library of motecurve is not installed")
  else()
    set(motecurve_${component}_FOUND TRUE)
    if(NOT component STREQUAL parallel)
      list(APPEND motecurve_kinds ${component})
    endif()
    continue()
  endif()
  if(motecurve_FIND_REQUIRED_${component})
    set(motecurve_FOUND FALSE)
    return()
  endif()
endforeach()

foreach(kind ${motecurve_kinds} shared static)
  if(TARGET motecurve::${kind} AND NOT TARGET motecurve::motecurve)
    add_library(motecurve::motecurve ALIAS motecurve::${kind})
  endif()
endforeach()
