/* Conversions to the form X F mod M of an algorithm with the factor F, and back. */
#ifndef MC_PARALLEL_FORM_H
#define MC_PARALLEL_FORM_H

#include "modulus/modulus.h"

typedef struct {
    mp_limb_t *factor, *inverse;   /* F mod M and 1 / F mod M, n limbs */
    mp_limb_t *product, *quotient; /* room: 2 n and n + 1 limbs */
} mc_parallel_form;

/* Takes its memory; then `set` it, unless the arena has failed. */
void mc_parallel_form_prepare(mc_parallel_form *form, size_t n, mc_parallel_arena *arena);

/* F must have an inverse modulo M. */
void mc_parallel_form_set(mc_parallel_form *form, const mc_parallel_modulus *modulus, const mpz_t factor);

/* z = x y mod M, where y is the form's factor or inverse; MC_PARALLEL_ERROR_LIMBS or _RANGE for a wrong x. */
mc_parallel_status mc_parallel_form_apply(mc_parallel_form *form, const mc_parallel_modulus *modulus, mp_limb_t *z,
                                          const mp_limb_t *x, const mp_limb_t *y, size_t limbs);

/* Whether x is an operand: of n limbs, below M. */
mc_parallel_status mc_parallel_check_operand(const mc_parallel_modulus *modulus, const mp_limb_t *x, size_t limbs);

#endif
