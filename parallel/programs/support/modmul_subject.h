/* One way to multiply modulo M, with an engine, in lanes or in residues, and whether its results are right. */
#ifndef MC_PARALLEL_PROGRAMS_MODMUL_SUBJECT_H
#define MC_PARALLEL_PROGRAMS_MODMUL_SUBJECT_H

#include <stdbool.h>

#include <motecurve/parallel/modmul.h>

#include "modmul_numbers.h"

/* "ALGORITHM:THREADS:ENGINE[:SPLIT]" in its parts. */
typedef struct {
    char algorithm[40], engine[20];
    unsigned threads;
    size_t split; /* MC_PARALLEL_USUAL_SPLIT if none is given */
} modmul_test;

typedef struct modmul_subject modmul_subject;

/* Reads a test; false if it is none. */
bool modmul_test_read(modmul_test *test, const char *text);

/* The numbers must outlive it. Null if there is no such thing; then *why says so. */
modmul_subject *modmul_subject_new(const modmul_test *test, const modmul_numbers *numbers, const char **why);
void modmul_subject_free(modmul_subject *subject);

/* Multiplications of one call. */
unsigned modmul_subject_batch(const modmul_subject *subject);
/* The split in limbs; 0 for an algorithm that takes none. */
size_t modmul_subject_split(const modmul_subject *subject);

/* What a call works with, for programs that run its phases themselves. Without an algorithm's phases, as of lanes, the
 * multiplier is null. */
typedef struct {
    mc_parallel_multiplier *multiplier;
    mc_parallel_engine *engine;
    mp_limb_t *z;
    const mp_limb_t *a, *b;
} modmul_call;
modmul_call modmul_subject_call(const modmul_subject *subject);

/* Makes `calls` calls, all of the same operands; false if one failed. */
bool modmul_subject_run(modmul_subject *subject, unsigned long calls);
/* Whether the last call's results are those of GMP's integers. Forgets them. */
bool modmul_subject_is_right(modmul_subject *subject);

#endif
