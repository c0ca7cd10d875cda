/* Arithmetic modulo p as one thread does it, with multipliers of its own: so threads share nothing that is written. */
#ifndef MC_PARALLEL_FIELD_H
#define MC_PARALLEL_FIELD_H

#include "curve/comba.h"
#include "curve/curve.h"

typedef struct {
    const mc_parallel_modulus *modulus;
    size_t n;
    mc_parallel_multiplier *multiplier;
    mc_parallel_engine *engine; /* of multiplications by several threads; else null */
    bool has_comba;
    mc_parallel_comba comba;   /* of squares, where it has them */
    mc_parallel_status status; /* of the first multiplication that failed */
    size_t products, squares, additions, empty_additions, waits;
    mc_parallel_scalar_samples *samples; /* null: times are not noted */
} mc_parallel_field;

/* Errors: MC_PARALLEL_ERROR_SQUARE for squares by columns with a factor that is no power of r, and others of
 * mc_parallel_scalar_new. */
mc_parallel_status mc_parallel_field_set(mc_parallel_field *field, const mc_parallel_curve *curve,
                                         const mc_parallel_scalar_options *options, mc_parallel_arena *arena);
void mc_parallel_field_free(mc_parallel_field *field);

/* z may be a or b. */
void mc_parallel_field_multiply(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b);
void mc_parallel_field_square(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a);
void mc_parallel_field_add(const mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b);
void mc_parallel_field_subtract(const mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b);
void mc_parallel_field_halve(const mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a);

/* z = 1/a; a is not 0. The status becomes MC_PARALLEL_ERROR_PRIME if there is none. */
void mc_parallel_field_invert(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a);

/* Between numbers and the multiplier's form. */
void mc_parallel_field_enter(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *x);
void mc_parallel_field_leave(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *x);

#endif
