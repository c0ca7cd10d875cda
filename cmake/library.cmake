# Objects from templates: once per field, once more per window; then the installed library and the catalogue.

# Options of every object of the library, its tests and its examples.
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
# No exception passes through the library; tables for unwinding would be an eighth of it.
target_compile_options(mc_build INTERFACE -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables)
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

set(CMAKE_TARGET_MESSAGES OFF) # Make would start CMake for a line about each of 300 targets

# mc_windows(<variable> <file>): the windows that the file's registry header lists, or nothing.
function(mc_windows variable file)
  file(STRINGS ${file} line REGEX "^windows:" LIMIT_COUNT 1)
  string(REGEX MATCHALL "[0-9]+" windows "${line}")
  set(${variable} ${windows} PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file}) # its header may change
endfunction()

# mc_objects(<name> <library> SOURCES <file>... DEFINITIONS <macro>... OPTIONS <flag>...): mc_<name>, objects of the
# installed `library`, which the `catalogue` includes too, or of the `catalogue` alone.
function(mc_objects name library)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;DEFINITIONS;OPTIONS")
  if(NOT arg_SOURCES OR (library STREQUAL catalogue AND NOT MC_CATALOGUE))
    return()
  endif()
  string(PREPEND name mc_) # another project may have targets of its own
  add_library(${name} OBJECT ${arg_SOURCES})
  if(NOT CMAKE_EXPORT_COMPILE_COMMANDS) # tools want the command of each file
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP) # as UNITY_GROUP of the files says
  endif()
  target_link_libraries(${name} PRIVATE mc_build)
  target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
  target_compile_options(${name} PRIVATE ${arg_OPTIONS})
  if(NOT MC_TESTS)
    set_target_properties(${name} PROPERTIES C_VISIBILITY_PRESET hidden)
  endif()
  if(library STREQUAL catalogue AND NOT MC_TESTS)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set_property(GLOBAL APPEND PROPERTY mc_objects_${library} $<TARGET_OBJECTS:${name}>)
endfunction()

# mc_sources(<variable> <pattern>...): the files of src/ and generated/, two trees of the same folders, that match.
function(mc_sources variable)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE written)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/generated/ OUTPUT_VARIABLE generated)
  file(GLOB found CONFIGURE_DEPENDS ${written} ${generated})
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# mc_templates(<variable> <folder>...): the templates below these folders of both trees, except files below folders of
# MC_APART.
function(mc_templates variable)
  list(TRANSFORM ARGN APPEND /*.c OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE written)
  list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/generated/ OUTPUT_VARIABLE generated)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${written} ${generated})
  list(JOIN MC_APART "|" apart)
  list(FILTER found EXCLUDE REGEX "/(src|generated)/.*/(${apart})/")
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# Templates: shared by all fields, or for one kind of them. Each list is split by library and window:
# <kind>_<library>_plain has no window, <kind>_<library>_<w> are compiled for window w. The installed library has the
# files that MC_REACHED lists, <file> or <file>:<window>, and all of protocol_files.
mc_templates(shared_files curve scalar)
mc_templates(protocol_files encoding protocol)
mc_templates(binary_files fb curve/binary)
mc_templates(prime_files fp curve/prime)
list(REMOVE_ITEM shared_files ${binary_files} ${prime_files})
foreach(kind shared binary prime)
  foreach(file ${${kind}_files})
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${file})
    string(REGEX REPLACE "^(src|generated)/" "" name ${name})
    mc_windows(file_windows ${file})
    foreach(window ${file_windows})
      list(APPEND windows ${window})
      if("${name}:${window}" IN_LIST MC_REACHED)
        list(APPEND ${kind}_library_${window} ${file})
      else()
        list(APPEND ${kind}_catalogue_${window} ${file})
      endif()
    endforeach()
    if(file_windows)
      continue()
    elseif(name IN_LIST MC_REACHED)
      list(APPEND ${kind}_library_plain ${file})
    else()
      list(APPEND ${kind}_catalogue_plain ${file})
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES windows)

# The templates of these folders are compiled together, which takes a third of the time; no two may define the same
# static name.
foreach(folder fb fp curve scalar encoding protocol)
  set(grouped ${shared_files} ${protocol_files} ${binary_files} ${prime_files})
  list(FILTER grouped INCLUDE REGEX "/(src|generated)/${folder}/")
  list(FILTER grouped EXCLUDE REGEX "/base_comb") # two of one template
  set_source_files_properties(${grouped} PROPERTIES UNITY_GROUP ${folder})
endforeach()

# In protocols and encodings the arithmetic takes the time, so they are compiled for size. So are fields of weak
# curves and of withdrawn standards, and points of the less common fields. Points and scalars of other prime
# fields, and arithmetic modulo group orders, gain from -O3 only by peeling short loops of a known length.
set(for_size $<$<CONFIG:Release>:-Os>)
set(for_short_loops $<$<CONFIG:Release>:-O2> $<$<AND:$<CONFIG:Release>,$<C_COMPILER_ID:GNU>>:-fpeel-loops>)

# mc_field(<field> <kind>): the objects of one field.
function(mc_field field kind)
  mc_sources(normal_basis fb/normal/${field}.c) # of some
  set(arithmetic ${${kind}_library_plain})
  list(FILTER arithmetic INCLUDE REGEX "/(src|generated)/f[bp]/")
  set(points ${shared_library_plain} ${${kind}_library_plain})
  list(REMOVE_ITEM points ${arithmetic})
  set(arithmetic_options "")
  set(points_options "")
  if(field IN_LIST MC_COMPACT_POINT_FIELDS)
    set(points_options ${for_size})
  elseif(kind STREQUAL prime)
    set(points_options ${for_short_loops})
  endif()
  if(field IN_LIST MC_RARE_FIELDS)
    set(arithmetic_options ${for_size})
    set(points_options ${for_size})
  endif()
  mc_objects(${field} library SOURCES ${arithmetic} ${normal_basis} DEFINITIONS MC_FIELD=${field}
             OPTIONS ${arithmetic_options})
  mc_objects(${field}_points library SOURCES ${points} generated/curve/data/${field}.c
             generated/curve/generator/${field}.c DEFINITIONS MC_FIELD=${field} OPTIONS ${points_options})
  mc_objects(${field}_protocol library SOURCES ${protocol_files} DEFINITIONS MC_FIELD=${field} OPTIONS ${for_size})
  mc_objects(${field}_catalogue catalogue SOURCES ${shared_catalogue_plain} ${${kind}_catalogue_plain}
             DEFINITIONS MC_FIELD=${field})
  foreach(window ${windows})
    mc_objects(${field}_library_${window} library SOURCES ${shared_library_${window}} ${${kind}_library_${window}}
               DEFINITIONS MC_FIELD=${field} MC_WINDOW=${window} OPTIONS ${points_options})
    mc_objects(${field}_catalogue_${window} catalogue SOURCES ${shared_catalogue_${window}}
               ${${kind}_catalogue_${window}} DEFINITIONS MC_FIELD=${field} MC_WINDOW=${window})
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
    mc_objects(${field} catalogue SOURCES ${field_files} generated/fb/normal/${field}.c DEFINITIONS MC_FIELD=${field})
  endforeach()
endif()
foreach(library library catalogue)
  set(order_files ${prime_${library}_plain})
  list(FILTER order_files INCLUDE REGEX "/(src|generated)/fp/")
  foreach(bits ${MC_ORDER_BITS})
    set(order_options "")
    if(library STREQUAL library)
      set(order_options ${for_short_loops})
      if(bits IN_LIST MC_RARE_ORDER_BITS)
        set(order_options ${for_size})
      endif()
    endif()
    mc_objects(order${bits}_${library} ${library} SOURCES ${order_files} DEFINITIONS MC_FIELD=order${bits}
               OPTIONS ${order_options})
  endforeach()
endforeach()

# Inversion by division steps, once for all moduli of as many digits. Peeled loops make P-521, of 9, faster by 2 %; the
# neighbours gain nothing.
if(MC_WORD_BITS EQUAL 64)
  foreach(digits RANGE 1 10)
    set(digits_options ${for_short_loops})
    if(digits EQUAL 8 OR digits EQUAL 10)
      set(digits_options $<$<CONFIG:Release>:-O2>)
    endif()
    mc_objects(digits${digits} library SOURCES src/fp/host/safegcd_shared.c DEFINITIONS MC_DIGITS=${digits}
               OPTIONS ${digits_options})
  endforeach()
endif()

# Assembly for 64-bit x86 systems whose linker knows ELF, and for 64-bit Arm with one (native/api.h).
set(has_x86_64_assembly OFF)
set(has_aarch64_assembly OFF)
if(MC_WORD_BITS EQUAL 64 AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT APPLE)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64)$" AND UNIX)
    set(has_x86_64_assembly ON)
    enable_language(ASM)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$" AND NOT WIN32)
    set(has_aarch64_assembly ON)
    enable_language(ASM)
  endif()
endif()

include(cmake/pairings.cmake)

mc_sources(once_files word/*.c native/*.c hash/*.c cipher/*.c)
# For size: their time is the ciphers'.
mc_sources(modes cipher/aes_ccm.c cipher/aes_ctr.c cipher/aes_gcm.c cipher/chacha20_poly1305.c)
list(REMOVE_ITEM once_files ${modes})
mc_objects(once library SOURCES ${once_files})
mc_sources(once_protocol_files encoding/once/*.c protocol/host/*.c protocol/*/once/*.c)
list(APPEND once_protocol_files ${modes})
if(MC_NETWORK)
  mc_sources(network_files network/*.c network/coap/*.c network/edhoc/*.c network/oscore/*.c network/schemes/*.c)
  if(NOT MC_PAIRINGS)
    list(FILTER network_files EXCLUDE REGEX "/network/schemes/(pairing|sok|ibe).c$")
  endif()
  list(APPEND once_protocol_files ${network_files})
endif()
mc_objects(once_protocol library SOURCES ${once_protocol_files} OPTIONS ${for_size})
foreach(name ${MC_PAIRINGS}) # for the network's schemes with them
  string(MAKE_C_IDENTIFIER MC_HAS_${name} has)
  target_compile_definitions(mc_once_protocol PRIVATE ${has})
endforeach()
if(MC_FIELDS) # the list of curves follows
  list(TRANSFORM MC_FIELDS PREPEND MC_HAS_ OUTPUT_VARIABLE chosen)
  target_compile_definitions(mc_once_protocol PRIVATE MC_FIELDS_CHOSEN ${chosen})
endif()

# native/x86_64/*.c bind functions to the processor.
if(has_x86_64_assembly)
  mc_sources(x86_64_files native/x86_64/*.S)
  mc_objects(x86_64 library SOURCES ${x86_64_files} src/native/x86_64/dispatch.c src/native/x86_64/edwards_four.c
             src/native/x86_64/ladder_eight.c src/native/x86_64/lookup.c)
endif()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  if(has_aarch64_assembly)
    mc_sources(aarch64_files native/aarch64/*.S)
  endif()
  mc_objects(aarch64 library SOURCES ${aarch64_files} src/native/aarch64/dispatch.c)
endif()

# mc_libraries(<name> <objects>...): the static and the shared library of these objects, as MC_LIBRARIES says.
function(mc_libraries name)
  foreach(kind ${MC_LIBRARIES})
    string(TOUPPER ${kind} type)
    add_library(${name}_${kind} ${type} ${ARGN})
    set_target_properties(${name}_${kind} PROPERTIES OUTPUT_NAME ${name})
    target_include_directories(${name}_${kind} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
  if("shared" IN_LIST MC_LIBRARIES)
    target_link_libraries(${name}_shared PRIVATE $<BUILD_INTERFACE:mc_build>)
    # Names are bound when the library is loaded: binding at first calls would save registers on the stack.
    if(UNIX AND NOT APPLE)
      target_link_options(${name}_shared PRIVATE -Wl,-z,now -Wl,-z,relro -Wl,-z,noexecstack -Wl,--gc-sections)
      if(NOT MC_SANITIZE) # whose functions come with the program
        target_link_options(${name}_shared PRIVATE -Wl,-z,defs)
      endif()
    endif()
  endif()
endfunction()

# The installed library holds everything that its public functions reach; the linker drops functions that none of
# these call.
get_property(library_objects GLOBAL PROPERTY mc_objects_library)
mc_libraries(motecurve ${library_objects})
foreach(kind ${MC_LIBRARIES})
  set_target_properties(motecurve_${kind} PROPERTIES EXPORT_NAME ${kind})
  add_library(motecurve::${kind} ALIAS motecurve_${kind})
endforeach()
list(GET MC_LIBRARIES 0 kind)
add_library(motecurve::motecurve ALIAS motecurve_${kind})

# Before 1.0 a minor version may change an interface, so it is part of the names that programs are bound to.
if("shared" IN_LIST MC_LIBRARIES)
  set(interface_version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  set_target_properties(motecurve_shared PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${interface_version})
  if(UNIX AND NOT APPLE)
    set(version_script ${PROJECT_BINARY_DIR}/motecurve.map)
    file(CONFIGURE OUTPUT ${version_script} CONTENT "MOTECURVE_${interface_version} { global: mc_*; local: *; };\n")
    # By the path from where the linker runs: CMake spoils a `$` of an option in makefiles.
    set(linking_folder ${CMAKE_CURRENT_BINARY_DIR})
    if(CMAKE_GENERATOR MATCHES Ninja)
      set(linking_folder ${CMAKE_BINARY_DIR})
    endif()
    file(RELATIVE_PATH version_script_there ${linking_folder} ${version_script})
    target_link_options(motecurve_shared PRIVATE -Wl,--version-script=${version_script_there})
    set_target_properties(motecurve_shared PROPERTIES LINK_DEPENDS ${version_script})
  endif()
endif()

# Every member of every family for every field: the lab and the tests open it, nobody installs it.
if(MC_CATALOGUE)
  get_property(catalogue_objects GLOBAL PROPERTY mc_objects_catalogue)
  mc_libraries(motecurve_catalogue ${library_objects} ${catalogue_objects})
  if(NOT MC_TESTS)
    foreach(kind ${MC_LIBRARIES})
      set_target_properties(motecurve_catalogue_${kind} PROPERTIES EXCLUDE_FROM_ALL ON)
    endforeach()
  endif()
endif()
