/* Modular multiplication, modulo any odd number, by every algorithm: sequential ones, and parallel ones whose parts an
 * engine runs. docs/parallel/multiplication.md describes them.
 *
 *     mc_parallel_multiplier_new(&multiplier, mc_parallel_algorithm_find("bipartite"), modulus, &options);
 *     mc_parallel_to_form(multiplier, a, x, limbs);
 *     mc_parallel_to_form(multiplier, b, y, limbs);
 *     mc_parallel_multiply(multiplier, engine, c, a, b, limbs);
 *     mc_parallel_from_form(multiplier, z, c, limbs);        z = x y mod M
 *
 * An algorithm with the factor F takes operands in the form X F mod M, and gives A B / F mod M, again in this form. F
 * is 1 for Barrett's reduction and for division, r^n for Montgomery's, r^t for those that reduce at both ends. Every
 * result is fully reduced. */
#ifndef MOTECURVE_PARALLEL_MODMUL_H
#define MOTECURVE_PARALLEL_MODMUL_H

#include "motecurve/parallel/engine.h"
#include "motecurve/parallel/modulus.h"

typedef struct mc_parallel_algorithm mc_parallel_algorithm;
typedef struct mc_parallel_multiplier mc_parallel_multiplier;

/* All algorithms, as long as index < mc_parallel_algorithm_count(); null from there on. */
MC_PARALLEL_API size_t mc_parallel_algorithm_count(void);
MC_PARALLEL_API const mc_parallel_algorithm *mc_parallel_algorithm_at(size_t index);
MC_PARALLEL_API const mc_parallel_algorithm *mc_parallel_algorithm_find(const char *name); /* null if there is none */

MC_PARALLEL_API const char *mc_parallel_algorithm_name(const mc_parallel_algorithm *algorithm);
MC_PARALLEL_API const char *mc_parallel_algorithm_summary(const mc_parallel_algorithm *algorithm);
/* Whether it runs on so many threads, and on this processor. */
MC_PARALLEL_API bool mc_parallel_algorithm_takes(const mc_parallel_algorithm *algorithm, unsigned threads);
/* Whether it squares its first operand, and leaves the second aside. */
MC_PARALLEL_API bool mc_parallel_algorithm_squares(const mc_parallel_algorithm *algorithm);
/* Whether the caller may choose where it splits numbers. */
MC_PARALLEL_API bool mc_parallel_algorithm_splits(const mc_parallel_algorithm *algorithm);

#define MC_PARALLEL_USUAL_SPLIT ((size_t)-1)

typedef struct {
    unsigned threads;
    /* Limbs: of the lower part of an operand (bipartite: t, by default ceil(n / 2)), of a block (message-passing: by
     * default ceil(n / (4 threads))); MC_PARALLEL_USUAL_SPLIT otherwise. */
    size_t split;
} mc_parallel_multiplier_options;

/* What a multiplication works with: constants and memory. The modulus must outlive it. It serves one call at a time.
 * Errors: MC_PARALLEL_ERROR_THREADS, _SPLIT, _MEMORY; *multiplier is then null. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status
mc_parallel_multiplier_new(mc_parallel_multiplier **multiplier, const mc_parallel_algorithm *algorithm,
                           const mc_parallel_modulus *modulus, const mc_parallel_multiplier_options *options);

MC_PARALLEL_API void mc_parallel_multiplier_free(mc_parallel_multiplier *multiplier);

/* How often the threads of a call wait for all others, its return included; 0 for one thread. */
MC_PARALLEL_API size_t mc_parallel_multiplier_barriers(const mc_parallel_multiplier *multiplier);
/* The split in limbs that it works with; 0 for an algorithm that takes none. */
MC_PARALLEL_API size_t mc_parallel_multiplier_split(const mc_parallel_multiplier *multiplier);

/* z = a b / F mod M; z may be a or b. The engine may be null for an algorithm of one thread.
 * Errors: MC_PARALLEL_ERROR_LIMBS, _RANGE, and those of mc_parallel_engine_run. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_multiply(mc_parallel_multiplier *multiplier,
                                                                               mc_parallel_engine *engine, mp_limb_t *z,
                                                                               const mp_limb_t *a, const mp_limb_t *b,
                                                                               size_t limbs);

/* z = x F mod M, and z = x / F mod M. Errors: MC_PARALLEL_ERROR_LIMBS, _RANGE. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_to_form(mc_parallel_multiplier *multiplier,
                                                                              mp_limb_t *z, const mp_limb_t *x,
                                                                              size_t limbs);
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_from_form(mc_parallel_multiplier *multiplier,
                                                                                mp_limb_t *z, const mp_limb_t *x,
                                                                                size_t limbs);

#endif
