/* What the templates of this folder share. Each is compiled once per field, with -DMC_FIELD=<field>, as those of the
 * library of curves; PARALLEL(f) is mc_parallel_<field>_f. */
#ifndef MC_PARALLEL_BINARY_TEMPLATE_H
#define MC_PARALLEL_BINARY_TEMPLATE_H

#include "binary.h"
#include "scalar/scalar.h"

#include <string.h>

#if MC_WORD_BITS != 64
#error "the words of points are of 64 bits: build the library of curves with MC_WORD_BITS=64"
#endif

#define PARALLEL(name) MC_CONCATENATE(MC_CONCATENATE(mc_parallel_, MC_FIELD), MC_CONCATENATE(_, name))
#define THREADS_MOST   MC_PARALLEL_BINARY_THREADS_MOST

/* A linear map of the field as a table, of which each thread has its own: see FB(multi_sqr_table). */
typedef mc_word PARALLEL(map)[FB_MULTI_SQR_ROWS][FB_WORDS];

extern const mc_parallel_binary_field PARALLEL(binary);
extern const mc_parallel_binary_method PARALLEL(tau_split), PARALLEL(tau_split_wide), PARALLEL(halve_double);

typedef struct {
    EC(affine) p;
    mc_word k[EC_SCALAR_WORDS];
} PARALLEL(operands);

/* `begin` of methods that take all points but infinity: field.c. */
bool PARALLEL(begin)(void *state, uint64_t *r, const uint64_t *k, const uint64_t *p);

/* Where thread `thread` of so many begins in `count` digits. */
static inline uint16_t PARALLEL(first_digit)(uint16_t count, unsigned thread, unsigned threads)
{
    return (uint16_t)(count * thread / threads);
}

#endif
