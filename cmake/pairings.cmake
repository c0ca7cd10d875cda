# Groups with pairings, which the library has only where MC_PAIRINGS names them, GLS254, by MC_GLS254, and FourQ, by
# MC_FOURQ: of each the arithmetic of its field, and the templates of its family. src/pairing/ and generated/pairing/
# mirror each other, as all of the library:
#
#   pairing/<kind>/    templates for the fields of a kind, prime or binary
#   pairing/<family>/  templates of a family: bls12, tate, eta
#   pairing/once/      files that are compiled once
#   pairing/host/      for long fields on hosts, in the place of files of the same name
#   ibe/<family>/, ibe/once/   identity-based schemes, likewise
#   gls/, fourq/       templates of GLS254 and of FourQ

# mc_pairing(<field> <kind> <family>): the objects of one group.
function(mc_pairing field kind family)
  set(arithmetic ${${kind}_library_plain})
  list(FILTER arithmetic INCLUDE REGEX "/(src|generated)/f[bp]/")
  string(REGEX MATCH "[0-9]+" field_bits ${field})
  if(kind STREQUAL prime AND MC_WORD_BITS EQUAL 64 AND field_bits GREATER_EQUAL 619)
    # more digits than library.cmake has code for
    list(FILTER arithmetic EXCLUDE REGEX "/inv_safegcd.c$")
    list(APPEND arithmetic src/pairing/host/inv_safegcd.c)
  endif()
  if(has_x86_64_assembly AND field_bits GREATER 1472 AND field_bits LESS_EQUAL 1536)
    list(FILTER arithmetic EXCLUDE REGEX "/(mul_reduce_montgomery_cios|sqr_reduce_multiply|(add|sub)_modular).c$")
    list(APPEND arithmetic src/pairing/host/field_24.c)
    set(has_field_of_24_words ON PARENT_SCOPE)
  endif()
  mc_objects(${field} library SOURCES ${arithmetic} DEFINITIONS MC_FIELD=${field})
  set(definitions "")
  mc_sources(templates pairing/${kind}/*.c pairing/${family}/*.c ibe/${family}/*.c ${family}/*.c)
  if(has_x86_64_assembly AND family STREQUAL bls12 AND field_bits GREATER 320 AND field_bits LESS_EQUAL 381)
    list(FILTER templates EXCLUDE REGEX "/pairing/(prime/fp2|bls12/fp6).c$")
    list(APPEND templates src/pairing/host/fp2_6.c src/pairing/host/fp6_6.c)
    set(definitions MC_FP2_KERNELS=1 MC_FP4_SQR=fp4_sqr_bound)
    mc_objects(fp2_of_6_words library SOURCES src/pairing/host/fp2_6_ifma.c)
  endif()
  mc_objects(${field}_pairing library SOURCES ${templates} DEFINITIONS MC_FIELD=${field} ${definitions})
endfunction()

foreach(name ${MC_PAIRINGS})
  mc_pairing(${MC_PAIRING_${name}})
endforeach()
if(MC_GLS254)
  mc_pairing(fb127 binary gls)
endif()
if(MC_FOURQ)
  mc_pairing(fp127 prime fourq)
endif()
if(has_field_of_24_words)
  mc_sources(files_of_24_words pairing/host/montgomery_24*.c pairing/host/*.S)
  mc_objects(of_24_words library SOURCES ${files_of_24_words})
endif()
if(MC_PAIRINGS)
  mc_sources(once_pairing_files pairing/once/*.c ibe/once/*.c)
  mc_objects(once_pairing library SOURCES ${once_pairing_files} OPTIONS ${for_size})
endif()

# Secrets of identity-based schemes under valgrind: their files again, with IBE_PUBLIC of tests/src/ibe/reveal.h.
function(mc_ibe_secrets name family)
  list(GET MC_PAIRING_${name} 0 field)
  if(MC_TESTS AND MC_VALGRIND_INCLUDE AND name IN_LIST MC_PAIRINGS)
    mc_sources(schemes ibe/once/*.c ibe/${family}/*.c)
    add_executable(ibe_secrets_${field} EXCLUDE_FROM_ALL tests/src/ibe/ibe_secrets.c ${schemes})
    target_link_libraries(ibe_secrets_${field} PRIVATE motecurve_static mc_build)
    target_compile_definitions(ibe_secrets_${field} PRIVATE MC_FIELD=${field})
    target_compile_options(ibe_secrets_${field} PRIVATE -include ${PROJECT_SOURCE_DIR}/tests/src/ibe/reveal.h)
  endif()
endfunction()
find_path(MC_VALGRIND_INCLUDE valgrind/memcheck.h)
mc_ibe_secrets(tate-256 tate)
mc_ibe_secrets(bls12-381 bls12)

if(MC_TESTS AND "bls12-381" IN_LIST MC_PAIRINGS) # the figures of docs/pairings/bls12-381.md; secrets under valgrind
  foreach(program bls12_times bls12_secrets bls12_stack)
    add_executable(${program} EXCLUDE_FROM_ALL tests/src/pairing/${program}.c)
    target_link_libraries(${program} PRIVATE motecurve_static mc_build)
    target_compile_definitions(${program} PRIVATE MC_FIELD=fp381)
  endforeach()
endif()
foreach(field fp256t fp1536t) # secrets under valgrind
  if(MC_TESTS AND TARGET mc_${field}_pairing)
    add_executable(tate_secrets_${field} EXCLUDE_FROM_ALL tests/src/pairing/tate_secrets.c)
    target_link_libraries(tate_secrets_${field} PRIVATE motecurve_static mc_build)
    target_compile_definitions(tate_secrets_${field} PRIVATE MC_FIELD=${field})
  endif()
endforeach()
