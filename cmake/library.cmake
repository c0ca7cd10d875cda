# Objects from templates: once per field, once more per window; then the two libraries.

# What every object of the library, its tests and its examples is compiled with.
add_library(mc_build INTERFACE)
target_include_directories(mc_build INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src
                           ${PROJECT_SOURCE_DIR}/generated)
target_compile_definitions(mc_build INTERFACE MC_WORD_BITS=${MC_WORD_BITS} $<$<BOOL:${MC_TINY_FIELDS}>:MC_TINY_FIELDS>
                           MC_STEPWISE=$<BOOL:${MC_STEPWISE}>)
if(NOT MC_BLINDING STREQUAL none)
  string(TOUPPER MC_BLINDING_${MC_BLINDING} blinding) # a number of src/word/config.h
  target_compile_definitions(mc_build INTERFACE MC_BLINDING=${blinding})
endif()
foreach(level MC_X86_64_LEVEL MC_AARCH64_LEVEL)
  if(${level})
    target_compile_definitions(mc_build INTERFACE ${level}=${${level}})
  endif()
endforeach()
target_compile_options(mc_build INTERFACE -Wall -Wextra -Wshadow -Wstrict-prototypes
                       $<$<BOOL:${MC_WARNINGS_AS_ERRORS}>:-Werror>)
if(MC_SANITIZE)
  set(flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
  target_compile_options(mc_build INTERFACE ${flags})
  target_link_options(mc_build INTERFACE ${flags})
endif()
if(MC_FUZZ)
  target_compile_options(mc_build INTERFACE -fsanitize=fuzzer-no-link)
endif()

# mc_windows(<variable> <file>): the windows that the file's registry header lists, or nothing.
function(mc_windows variable file)
  file(STRINGS ${file} line REGEX "^windows:" LIMIT_COUNT 1)
  string(REGEX MATCHALL "[0-9]+" windows "${line}")
  set(${variable} ${windows} PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file}) # its header may change
endfunction()

# mc_objects(<name> SOURCES <file>... DEFINITIONS <macro>...): an object library that both libraries take in.
function(mc_objects name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEFINITIONS")
  if(NOT arg_SOURCES)
    return()
  endif()
  add_library(${name} OBJECT ${arg_SOURCES})
  if(NOT CMAKE_EXPORT_COMPILE_COMMANDS) # tools want the command of each file
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP) # as UNITY_GROUP of the files says
  endif()
  target_link_libraries(${name} PRIVATE mc_build)
  target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
  if(NOT MC_TESTS)
    set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET hidden)
  endif()
  set_property(GLOBAL APPEND PROPERTY mc_objects $<TARGET_OBJECTS:${name}>)
endfunction()

# mc_sources(<variable> <pattern>...): the files of src/ and generated/, two trees of the same folders, that match.
function(mc_sources variable)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE written)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/generated/ OUTPUT_VARIABLE generated)
  file(GLOB found CONFIGURE_DEPENDS ${written} ${generated})
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# mc_templates(<variable> <folder>...): the templates below these folders of both trees. Other fields' tables, and files
# that are compiled once, for hosts or for mote images alone, lie in folders of these names and are none.
function(mc_templates variable)
  list(TRANSFORM ARGN APPEND /*.c OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE written)
  list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/generated/ OUTPUT_VARIABLE generated)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${written} ${generated})
  list(FILTER found EXCLUDE REGEX "/(src|generated)/.*/(data|generator|normal|once|firmware|host|single)/")
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# Templates: shared by all fields, or for one kind of them. Each list is cut by window: <kind>_plain has no window,
# <kind>_window_<w> are compiled for window w.
mc_templates(shared_files curve scalar encoding protocol)
mc_templates(binary_files fb curve/binary)
mc_templates(prime_files fp curve/prime)
list(REMOVE_ITEM shared_files ${binary_files} ${prime_files})
foreach(kind shared binary prime)
  foreach(file ${${kind}_files})
    mc_windows(file_windows ${file})
    foreach(window ${file_windows})
      list(APPEND windows ${window})
      list(APPEND ${kind}_window_${window} ${file})
    endforeach()
    if(NOT file_windows)
      list(APPEND ${kind}_plain ${file})
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES windows)

# The templates of these folders are compiled together, which takes a third of the time: no two define one static name.
foreach(folder fb fp curve scalar encoding protocol)
  set(grouped ${shared_files} ${binary_files} ${prime_files})
  list(FILTER grouped INCLUDE REGEX "/(src|generated)/${folder}/")
  list(FILTER grouped EXCLUDE REGEX "/base_comb") # two of one template
  set_source_files_properties(${grouped} PROPERTIES UNITY_GROUP ${folder})
endforeach()

# mc_field(<field> <kind>): the objects of one field.
function(mc_field field kind)
  mc_sources(normal_basis fb/normal/${field}.c) # of some
  mc_objects(${field} SOURCES ${shared_plain} ${${kind}_plain} ${normal_basis} generated/curve/data/${field}.c
             generated/curve/generator/${field}.c DEFINITIONS MC_FIELD=${field})
  foreach(window ${windows})
    mc_objects(${field}_window_${window} SOURCES ${shared_window_${window}} ${${kind}_window_${window}}
               DEFINITIONS MC_FIELD=${field} MC_WINDOW=${window})
  endforeach()
endfunction()

foreach(field ${MC_BINARY_FIELDS})
  mc_field(${field} binary)
endforeach()
foreach(field ${MC_PRIME_FIELDS})
  mc_field(${field} prime)
endforeach()
if(MC_TESTS)
  set(field_files ${binary_files})
  list(FILTER field_files INCLUDE REGEX "/(src|generated)/fb/")
  foreach(field ${MC_TEST_FIELDS})
    mc_objects(${field} SOURCES ${field_files} generated/fb/normal/${field}.c DEFINITIONS MC_FIELD=${field})
  endforeach()
endif()
set(order_files ${prime_files})
list(FILTER order_files INCLUDE REGEX "/(src|generated)/fp/")
foreach(bits ${MC_ORDER_BITS})
  mc_objects(order${bits} SOURCES ${order_files} DEFINITIONS MC_FIELD=order${bits})
endforeach()

mc_sources(once_files word/*.c native/*.c hash/*.c cipher/*.c protocol/*/once/*.c protocol/host/*.c)
mc_objects(once SOURCES ${once_files})
if(MC_FIELDS) # the list of curves follows
  list(TRANSFORM MC_FIELDS PREPEND MC_HAS_ OUTPUT_VARIABLE chosen)
  target_compile_definitions(once PRIVATE MC_FIELDS_CHOSEN ${chosen})
endif()

# Assembly for 64-bit x86 systems whose linker knows ELF; native/x86_64/dispatch.c binds it to the processor.
if(MC_WORD_BITS EQUAL 64 AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang"
   AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64)$" AND UNIX AND NOT APPLE)
  enable_language(ASM)
  mc_sources(x86_64_files native/x86_64/*.S)
  mc_objects(x86_64 SOURCES ${x86_64_files} src/native/x86_64/dispatch.c)
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  mc_objects(aarch64 SOURCES src/native/aarch64/dispatch.c)
endif()

get_property(objects GLOBAL PROPERTY mc_objects)
add_library(motecurve_static STATIC ${objects})
add_library(motecurve_shared SHARED ${objects})
foreach(library motecurve_static motecurve_shared)
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                               $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME motecurve)
  add_library(motecurve::${library} ALIAS ${library})
endforeach()
if(UNIX AND NOT APPLE) # names are bound when the library is loaded: binding at first calls would save registers on the stack
  target_link_options(motecurve_shared PRIVATE -Wl,-z,now -Wl,-z,relro -Wl,-z,noexecstack)
endif()
set_target_properties(motecurve_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_link_libraries(motecurve_shared PRIVATE $<BUILD_INTERFACE:mc_build>)
