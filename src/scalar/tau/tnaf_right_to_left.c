/*---
name: tnaf-right-to-left
family: scalar-mult
summary: tau-adic NAF of the scalar, reduced as for wtnaf, used digit by digit as it appears: no digits are stored, no
  points but tau^i P; the least RAM and code
source: Solinas 2000 Algorithms 4 and 5, right to left; hankerson2004 Algorithm 3.61 for the digits
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; any point, 0 <= k < 2^m
requires: !FIELD_IS_PRIME
constant_time: no
curves: koblitz
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
recoding: tnaf
density: 1 / 3
additions: weight - 1
frobenius_maps: length
---*/
#include "scalar/scalar.h"
#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

static uint8_t is_zero(const mc_word *x)
{
    mc_word any = 0;
    for (uint8_t i = 0; i < EC_HALF_WORDS; i++)
        any |= x[i];
    return any == 0;
}

/* sum += (c - d tau) p. p and the numbers are destroyed. A digit u = c mod 2, chosen so that tau^2 divides c - u - d
 * tau (c = u + 2 d modulo 4), adds u p; then p becomes tau p and the numbers are divided by tau. */
static void tnaf_right_to_left_add_multiple(ec_projective *sum, EC(affine) *p, mc_word (*numbers)[EC_HALF_WORDS],
                                            int8_t mu, const MC_FLASH EC(curve) *curve)
{
    mc_word *c = numbers[0], *d = numbers[1];
    while (!is_zero(c) || !is_zero(d)) {
        if (*c & 1) {
            int8_t digit = 2 - (int8_t)((*c - 2 * *d) & 3);
            EC(lattice_add_small)(c, EC_HALF_WORDS, -digit);
            EC(add_signed_var)(sum, p, digit < 0, curve);
        }
        EC(tau_divide)(c, d, EC_HALF_WORDS, mu);
        mc_word *half = c;
        c = d;
        d = half;
        EC(affine_frobenius)(p, p);
    }
}

mc_status EC(scalar_mult_tnaf_right_to_left_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                                 const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    mc_status status = koblitz ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    EC_RETURN_IF_ERROR(r, status);
    mc_word numbers[2][EC_HALF_WORDS];
    EC(tau_reduce)(numbers, k, EC(tau_modulus_for)(p, koblitz, curve), koblitz->mu);
    EC(lattice_negate)(numbers[1]);
    *r = *p; /* the caller's result is room enough for tau^i p */
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    tnaf_right_to_left_add_multiple(&sum, r, numbers, koblitz->mu, curve);
    ec_to_affine_var(r, &sum);
    return MC_OK;
}

#endif
