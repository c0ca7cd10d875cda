/*---
name: ladder-co-z
family: scalar-mult
summary: Montgomery ladder on points that share their Z, which is not computed, 9M + 5S a bit; no table
source: Goundar, Joye, Miyaji, Rivain and Venelli 2011, Section 5; Meloni 2007
domain: points of prime order and infinity, else MC_ERROR_SUBGROUP; 0 <= k < 2^l. The point is public. Exceptional cases
  proved away or masked
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
doublings: 1
additions: 2 * order_bits
---*/
#include "scalar/blinding.h"
#include "scalar/ladder/co_z.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* With n of t bits, k is taken as k' = (k mod n) + n or that plus n, whichever has bit t, the top one, set. From j = 1
 * on the bits below lead from (j p, (j + 1) p) to the same for 2 j + bit, by the sum (2 j + 1) p and the difference, p
 * or -p, and then their sum.
 *
 * Exceptional cases: these additions are of different points, not opposite, none infinity, if n divides none of j,
 * j + 1 and 2 j + 1. Before the last step but two 2 j + 1 is below n, as k' < 3 n. Before the last j or 2 j + 1, before
 * the last but one 2 j + 1, can be as bad only if k' is one of n - 1 ... n + 1, 2 n - 2 ... 2 n + 1, 3 n - 2 ... 3 n,
 * and the top bit and k' < 3 n - 1 leave those with k = -2, -1, 0 or 1 modulo n: they are done as k = 2, and masks put
 * -2 p, -p, infinity or p. (tests/c/test_scalar_exhaustive.c tries all k with small n.)
 *
 * Z comes back from the last difference, known to be p or -p: Z = x Y / (X y). A point with x = 0 has none, and twice
 * it is multiplied by k / 2 modulo n: if its x were 0 as well, it would be p or -p, and the order 3 or 1. */
typedef struct {
    EC(affine) first, second; /* for the bit b: the point of j + b, the other one */
    mc_word factor[EC_WORDS], z[2][EC_WORDS];
} ladder_co_z_state;

/* m += n if mask is ~0, nothing if 0; returns the carry. */
static mc_word add_order(mc_word *m, mc_word mask, const MC_FLASH EC(curve) *curve)
{
    mc_word carry = 0;
    for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++) {
        const mc_dword t = (mc_dword)((mc_dword)m[i] + (EC_CURVE_MODULUS(curve)->n[i] & mask) + carry);
        m[i] = (mc_word)t;
        carry = (mc_word)(t >> MC_WORD_BITS);
    }
    return carry;
}

/* m = m / 2 modulo n. */
static void ladder_co_z_halve(mc_word *m, const MC_FLASH EC(curve) *curve)
{
    mc_word above = add_order(m, mc_word_barrier((mc_word)(0 - (m[0] & 1))), curve);
    for (uint8_t i = EC_SCALAR_WORDS; i--;) {
        const mc_word word = m[i];
        m[i] = (mc_word)(word >> 1 | above << (MC_WORD_BITS - 1));
        above = word & 1;
    }
}

/* For m = -2, -1, 0, 1 modulo n sets m = 2 and returns ~0, and m + 2 in `which`; else returns 0. */
static mc_word replace_exceptional(mc_word *m, uint8_t *which, const MC_FLASH EC(curve) *curve)
{
    mc_word two[EC_SCALAR_WORDS] = {2}, sum[EC_SCALAR_WORDS];
    order_add(sum, m, two, EC_CURVE_MODULUS(curve));
    mc_word above = sum[0] & (mc_word)~3;
    for (uint8_t i = 1; i < EC_SCALAR_WORDS; i++)
        above |= sum[i];
    const mc_word exceptional = mc_word_mask_zero(above);
    for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++)
        m[i] ^= (m[i] ^ two[i]) & exceptional;
    *which = sum[0] & 3;
    mc_wipe(sum, sizeof sum);
    return exceptional;
}

/* m becomes k' without its bit t, below which the bits are those of the ladder. */
static void lengthen(mc_word *m, const MC_FLASH EC(curve) *curve)
{
    const uint16_t t = curve->order_bits;
    const mc_word carry = add_order(m, (mc_word)~0, curve);
    const mc_word is_set = t == EC_SCALAR_WORDS * MC_WORD_BITS ? carry : EC(scalar_bit)(m, t);
    add_order(m, mc_word_barrier((mc_word)(is_set - 1)), curve);
}

/* k p for the k = k' that has no exceptional case; x of p is not 0. */
static void ladder_co_z_multiply(EC(affine) *r, const mc_word *m, const EC(affine) *p,
                                 const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    ladder_co_z_state s;
    mc_word previous = 0;
    s.first = *p;
    EC(co_z_double)(&s.second, &s.first, s.factor, curve);
    ec_blind_co_z(&s.first, &s.second, NULL, blinding); /* Z comes back from the difference */
    for (uint16_t i = curve->order_bits; i--;) {
        const mc_word bit = EC(scalar_bit)(m, i);
        EC(co_z_swap)(&s.first, &s.second, mc_word_barrier((mc_word)(0 - (bit ^ previous))));
        previous = bit;
        EC(co_z_add_conjugate)(&s.first, &s.second, s.factor);
        if (i == 0) {
            fp_mul(s.z[0], p->x, s.second.y);
            fp_mul(s.z[1], p->y, s.second.x);
        }
        EC(co_z_add)(&s.first, &s.second, s.factor);
    }
    const mc_word odd = mc_word_barrier((mc_word)(0 - previous));
    EC(co_z_swap)(&s.first, &s.second, odd);
    fp_mul(s.z[0], s.z[0], s.factor);
    fp_inv(s.z[0], s.z[0]);
    fp_mul(s.z[0], s.z[0], s.z[1]);
    EC(jacobian_to_affine_by_inverse)(r, s.first.x, s.first.y, s.z[0]);
    EC(affine_negate_masked)(r, (mc_word)~odd); /* the difference was -p, and Z has the other sign */
    mc_wipe(&s, sizeof s);
}

/* r = 2 p becomes -2 p, -p, infinity or p. */
static void put_exceptional(EC(affine) *r, uint8_t which, mc_word exceptional, const EC(affine) *p)
{
    EC(affine) other = *p, infinity;
    EC(affine_set_infinity)(&infinity);
    const mc_word is_infinity = mc_word_mask_zero(which ^ 2);
    EC(affine_negate_masked)(&other, mc_word_mask_zero(which ^ 1));
    field_select(other.x, infinity.x, is_infinity);
    field_select(other.y, infinity.y, is_infinity);
    EC(affine_negate_masked)(r, exceptional & mc_word_mask_zero(which));
    field_select(r->x, other.x, exceptional & mc_word_mask_nonzero(which));
    field_select(r->y, other.y, exceptional & mc_word_mask_nonzero(which));
    mc_wipe(&other, sizeof other);
}

mc_status EC(scalar_mult_ladder_co_z)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                      const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    if (status == MC_OK && !EC(affine_mask_subgroup)(p, curve))
        status = MC_ERROR_SUBGROUP;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    mc_word m[EC_SCALAR_WORDS];
    EC(affine) point = *p;
    uint8_t which;
    ORDER(mod)(m, k, curve->order_bits, EC_CURVE_MODULUS(curve));
    if (field_mask_zero(p->x)) {
        EC(affine_double_var)(&point, p, curve);
        ladder_co_z_halve(m, curve);
    }
    const mc_word exceptional = replace_exceptional(m, &which, curve);
    lengthen(m, curve);
    ladder_co_z_multiply(r, m, &point, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    put_exceptional(r, which, exceptional, &point);
    mc_wipe(m, sizeof m);
    mc_wipe(&which, sizeof which);
    return MC_OK;
}

#endif
