/* k P on curves over binary fields, on several threads, over the library of curves: its field arithmetic, its points,
 * its recodings, by its internal headers. So this part of parallel/ is built together with that library, and not
 * installed.
 *
 *   tau-split       Koblitz curves: the tau-adic digits of k in as many ranges as there are threads, a sum for each, of
 *                   which each but the first is mapped by tau^s (Ahmadi, Hankerson, Rodriguez-Henriquez 2008)
 *   tau-split-wide  the same, where each thread adds four streams side by side in vector registers
 *   halve-double    other curves of cofactor 2: k = k1 + k0 / 2^h modulo n, one thread doubles and the other halves
 *                   (Taverne et al. 2011)
 *
 * All take any point of the curve and any k of the library's scalar-mult. Nothing is constant time: scalars and points
 * are public. Points are x and y, of `words` words each, lowest first, (0, 0) for infinity. */
#ifndef MC_PARALLEL_BINARY_H
#define MC_PARALLEL_BINARY_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/parallel/engine.h"

#define MC_PARALLEL_BINARY_THREADS_MOST 4

/* A multiplication of the library of curves, to compare with: false if it does not take the curve or the point. */
typedef struct {
    const char *name;
    bool (*multiply)(uint64_t *r, const uint64_t *k, const uint64_t *p, const void *curve);
} mc_parallel_binary_member;

/* A method over one field. A call takes `state`, of state_bytes, aligned to 64 bytes, which prepare has made for a
 * curve and a number of threads; its first member are the operands. begin sets them; if it returns false, r has the
 * product already. Then all phases are run, and end gives the product; false if it had to make it again by other means.
 */
typedef struct {
    const char *name;
    unsigned threads_most;
    size_t state_bytes;
    bool (*fits)(const void *curve);
    void (*prepare)(void *state, const void *curve, unsigned threads);
    bool (*begin)(void *state, uint64_t *r, const uint64_t *k, const uint64_t *p);
    const mc_parallel_phase *phases;
    size_t phase_count;
    bool (*end)(void *state, uint64_t *r);
} mc_parallel_binary_method;

typedef struct mc_parallel_binary_field mc_parallel_binary_field;

typedef struct {
    const char *name;
    const mc_parallel_binary_field *field;
    const void *parameters;
} mc_parallel_binary_curve;

struct mc_parallel_binary_field {
    size_t words, scalar_words;
    unsigned scalar_bits;
    const mc_parallel_binary_method *const *methods; /* null after the last */
    const mc_parallel_binary_member *members;        /* after the last one without a name */
    const mc_parallel_binary_curve *curves;          /* likewise */
    void (*generator)(uint64_t *p, const void *curve);
};

/* The curve of that name, such as "sect571k1"; null if this build has none. */
const mc_parallel_binary_curve *mc_parallel_binary_find(const char *name);
/* All fields of this build, by index; null after the last. */
const mc_parallel_binary_field *mc_parallel_binary_field_at(size_t index);

/* The method of that name for the curve; null if there is none, or the processor lacks its instructions. */
const mc_parallel_binary_method *mc_parallel_binary_method_of(const mc_parallel_binary_curve *curve, const char *name);

typedef struct mc_parallel_binary mc_parallel_binary;

/* Errors: MC_PARALLEL_ERROR_THREADS, _MEMORY; *made is then null. It serves one call at a time. */
MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_binary_new(mc_parallel_binary **made,
                                                                 const mc_parallel_binary_curve *curve,
                                                                 const mc_parallel_binary_method *method,
                                                                 unsigned threads);
void mc_parallel_binary_free(mc_parallel_binary *made);

/* r = k p; r may be p. Errors: MC_PARALLEL_ERROR_RANGE for k of more bits than scalar_bits, those of
 * mc_parallel_engine_run; r is then as it was. */
MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_binary_multiply_var(mc_parallel_binary *made,
                                                                          mc_parallel_engine *engine, uint64_t *r,
                                                                          const uint64_t *k, const uint64_t *p);

/* How many products had to be made again by one thread, since additions met a case that they do not have. */
unsigned long mc_parallel_binary_repeats(const mc_parallel_binary *made);

#endif
