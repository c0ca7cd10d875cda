/* Scalar multiplication on y^2 = x^3 + a x + b modulo an odd prime of any length, by methods whose parts an engine
 * runs. docs/parallel/scalar-mult.md describes them.
 *
 *     mc_parallel_curve_new(&curve, p, a, b, limbs);
 *     mc_parallel_scalar_new(&scalar, mc_parallel_method_find("table"), curve, &options);
 *     mc_parallel_scalar_set_point(scalar, x, y, limbs);           a table for a fixed point
 *     mc_parallel_scalar_mult_var(scalar, engine, &product, k, words);
 *
 * Nothing here is constant time: numbers are public. The branches, the addresses and the time of a call depend on the
 * scalar and on the point. */
#ifndef MOTECURVE_PARALLEL_SCALAR_H
#define MOTECURVE_PARALLEL_SCALAR_H

#include "motecurve/parallel/modmul.h"

typedef struct mc_parallel_curve mc_parallel_curve;
typedef struct mc_parallel_method mc_parallel_method;
typedef struct mc_parallel_scalar mc_parallel_scalar;

/* The curve over the prime p, with a and b below p; numbers are copied. That p is prime is not checked. It is only read
 * from then on: any number of threads may share it. Errors: those of mc_parallel_modulus_new; MC_PARALLEL_ERROR_RANGE;
 * *curve is then null. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_curve_new(mc_parallel_curve **curve,
                                                                                const mp_limb_t *p, const mp_limb_t *a,
                                                                                const mp_limb_t *b, size_t limbs);
MC_PARALLEL_API void mc_parallel_curve_free(mc_parallel_curve *curve);

/* All methods, as long as index < mc_parallel_method_count(); null from there on. */
MC_PARALLEL_API size_t mc_parallel_method_count(void);
MC_PARALLEL_API const mc_parallel_method *mc_parallel_method_at(size_t index);
MC_PARALLEL_API const mc_parallel_method *mc_parallel_method_find(const char *name); /* null if there is none */

MC_PARALLEL_API const char *mc_parallel_method_name(const mc_parallel_method *method);
MC_PARALLEL_API const char *mc_parallel_method_summary(const mc_parallel_method *method);
MC_PARALLEL_API const char *mc_parallel_method_source(const mc_parallel_method *method);
/* Whether it works with a table of a fixed point, which mc_parallel_scalar_set_point makes. */
MC_PARALLEL_API bool mc_parallel_method_is_fixed(const mc_parallel_method *method);
MC_PARALLEL_API bool mc_parallel_method_takes(const mc_parallel_method *method, unsigned threads);

typedef struct {
    unsigned threads;                       /* that work on points */
    unsigned field_threads;                 /* that work on one multiplication, for each of `threads`; 0 for one */
    mc_parallel_engine_kind field_engine;   /* of theirs, if there are several */
    const mc_parallel_algorithm *algorithm; /* of multiplications modulo p */
    bool comba;                             /* squares by columns, else by the algorithm ("Multp" of arruda2014) */
    unsigned window;                        /* bits of a digit; 0 for the method's usual number */
    size_t bits;                            /* of the longest scalar; at least 1 */
    size_t filled;                          /* bits that the table has entries for, the rest is empty; 0 for all */
} mc_parallel_scalar_options;

/* Multiplications and squarings modulo p, one of each in nanoseconds, in the order in which they were made. */
typedef struct {
    double *products, *squares;
    size_t product_room, square_room, product_count, square_count; /* counts may exceed the room */
} mc_parallel_scalar_samples;

/* What a multiplication works with. The curve must outlive it. It serves one call at a time. Errors:
 * MC_PARALLEL_ERROR_THREADS, _WINDOW, _SQUARE, _SCALAR for no bits, those of mc_parallel_multiplier_new and
 * mc_parallel_engine_new; *scalar is then null. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status
mc_parallel_scalar_new(mc_parallel_scalar **scalar, const mc_parallel_method *method, const mc_parallel_curve *curve,
                       const mc_parallel_scalar_options *options);
MC_PARALLEL_API void mc_parallel_scalar_free(mc_parallel_scalar *scalar);

/* The point that is multiplied, n limbs each; the method's table is made here if the point is fixed. Errors:
 * MC_PARALLEL_ERROR_LIMBS, _RANGE, _POINT, _PRIME. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_scalar_set_point(mc_parallel_scalar *scalar,
                                                                                       const mp_limb_t *x,
                                                                                       const mp_limb_t *y,
                                                                                       size_t limbs);

/* (x, y) = k P, n limbs each, or *infinity, with both 0. k is any number of options.bits, and need not be below the
 * point's order. The engine may be null for one thread. Errors: MC_PARALLEL_ERROR_POINT if none is set, _SCALAR,
 * _PRIME, and those of mc_parallel_engine_run. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_scalar_mult_var(mc_parallel_scalar *scalar,
                                                                                      mc_parallel_engine *engine,
                                                                                      mp_limb_t *x, mp_limb_t *y,
                                                                                      bool *infinity,
                                                                                      const mp_limb_t *k, size_t words);

/* What the last call did: multiplications and squarings of the busiest thread, and of all; how often threads waited for
 * one another; additions of points, and those to the point at infinity, or of it. Conversions are left out. */
typedef struct {
    size_t products, squares, all_products, all_squares, waits, additions, empty_additions;
} mc_parallel_scalar_counts;
MC_PARALLEL_API mc_parallel_scalar_counts mc_parallel_scalar_last_counts(const mc_parallel_scalar *scalar);

/* From now on, notes the time of each multiplication of thread 0; null to end. */
MC_PARALLEL_API void mc_parallel_scalar_sample(mc_parallel_scalar *scalar, mc_parallel_scalar_samples *samples);

#endif
