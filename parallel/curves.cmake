# Scalar multiplication on several threads over the library of curves, whose internal functions and catalogue it calls:
# so both are built together, and this part is not installed. Within that library's build its targets are there already;
# from `cmake -S parallel` they are built here, with MC_FIELDS and the sanitizer.
if(NOT TARGET motecurve_catalogue_static AND CMAKE_SOURCE_DIR STREQUAL CMAKE_CURRENT_SOURCE_DIR)
  set(MC_CATALOGUE ON CACHE BOOL "The members that the programs compare with")
  if(MC_PARALLEL_SANITIZER)
    string(APPEND CMAKE_C_FLAGS " -fsanitize=${MC_PARALLEL_SANITIZER} -g -fno-omit-frame-pointer")
  endif()
  add_subdirectory(${CMAKE_CURRENT_SOURCE_DIR}/.. core EXCLUDE_FROM_ALL)
endif()
if(NOT TARGET motecurve_catalogue_static)
  message(FATAL_ERROR "MC_PARALLEL_CURVES is ON; it needs MC_CATALOGUE=ON, and BUILD_SHARED_LIBS not to be ON")
endif()

set(files ${CMAKE_CURRENT_SOURCE_DIR}/src/binary)
set(objects ${files}/multiply.c ${CMAKE_CURRENT_SOURCE_DIR}/src/batch/batch.c)
set(list "")
foreach(field fb163 fb193 fb233 fb239 fb283 fb409 fb571) # of binary/curves.h
  if(MC_FIELDS AND NOT field IN_LIST MC_FIELDS)
    continue()
  endif()
  add_library(mc_parallel_${field} OBJECT ${files}/field.c ${files}/tau_split.c ${files}/tau_split_wide.c
              ${files}/halve_double.c)
  target_link_libraries(mc_parallel_${field} PRIVATE mc_build)
  target_compile_definitions(mc_parallel_${field} PRIVATE MC_FIELD=${field})
  # Not src, where other files have the names of that library's.
  target_include_directories(mc_parallel_${field} PRIVATE include)
  list(APPEND objects $<TARGET_OBJECTS:mc_parallel_${field}>)
  string(APPEND list " X(${field})")
endforeach()
file(CONFIGURE OUTPUT mc_parallel_binary_fields.h CONTENT "#define MC_PARALLEL_BINARY_FIELDS(X)${list}\n")

add_library(motecurve_parallel_curves STATIC ${objects})
target_include_directories(motecurve_parallel_curves PUBLIC src PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_compile_options(motecurve_parallel_curves PRIVATE -Wall -Wextra $<$<BOOL:${MC_WARNINGS_AS_ERRORS}>:-Werror>)
target_link_libraries(motecurve_parallel_curves PUBLIC motecurve_parallel motecurve_catalogue_static)
