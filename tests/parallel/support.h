/* What the test programs share: numbers, failures. */
#ifndef MC_TESTS_PARALLEL_SUPPORT_H
#define MC_TESTS_PARALLEL_SUPPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#include <motecurve/parallel/modmul.h>

static unsigned failures;

__attribute__((format(printf, 1, 2), unused)) static void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    failures++;
}

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail("%s:%d: %s", __FILE__, __LINE__, #condition);                                                         \
    } while (0)

static inline mp_limb_t *limbs_of(const mpz_t number, size_t n)
{
    mp_limb_t *limbs = calloc(n, sizeof *limbs);
    mpz_export(limbs, NULL, -1, sizeof *limbs, 0, 0, number);
    return limbs;
}

static inline void number_of(mpz_t number, const mp_limb_t *limbs, size_t n)
{
    mpz_import(number, n, -1, sizeof *limbs, 0, 0, limbs);
}

static inline mc_parallel_engine *engine_of(mc_parallel_engine_kind kind, unsigned threads)
{
    mc_parallel_engine *engine;
    mc_parallel_status status =
        mc_parallel_engine_new(&engine, &(mc_parallel_engine_options){.kind = kind, .threads = threads, .pin = true});
    if (status != MC_PARALLEL_OK) {
        fail("%s engine of %u threads: %s", mc_parallel_engine_name(kind), threads, mc_parallel_status_text(status));
        exit(1);
    }
    return engine;
}

#endif
