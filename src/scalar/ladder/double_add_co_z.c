/*---
name: double-add-co-z
family: scalar-mult
summary: Joye's double and add from the right, for every bit 2 Q + R in place of Q, points sharing their Z, 11M + 5S a
  bit; no table
source: Joye 2007, Algorithm 1; Goundar, Joye, Miyaji, Rivain and Venelli 2011, Section 4
domain: points of prime order and infinity, else MC_ERROR_SUBGROUP; 0 <= k < 2^l. The point is public. Exceptional cases
  proved away or masked
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
doublings: 1
additions: 2 * order_bits - 3
---*/
#include "scalar/blinding.h"
#include "scalar/ladder/co_z.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* Q0 = (k mod 2^i) p and Q1 = 2^i p - Q0. Bit i of k, b, leaves Qb and makes of the other one, Q, its sum with 2^i p,
 * which is Q0 + Q1: that is 2 Q + Qb.
 *
 * Exceptional cases: k is first made odd and at most n by k mod n or n less that. Then Q0 = u p and Q1 = (2^i - u) p
 * with u odd, below 2^i; for i > 1 they are different, and neither opposite nor infinity before 2^i passes n, of t
 * bits, which it does not up to the last step, i = t - 1. Q + 2^i p is infinity only if n = 2^i + u or 2^(i+1) - u,
 * which is the last step as well: for b = 1 that is k = n, whose result is infinity with Z = 0. For b = 0 it spoils Z,
 * but not the point to return, the previous Q0: that is kept, and a mask chooses. For i = 0 and 1 both are p, and 3 p
 * and p. */
typedef struct {
    EC(affine) next, stay; /* Q, Qb */
    mc_word z[EC_WORDS], factor[EC_WORDS];
} double_add_co_z_state;

/* Z times the factor of the last function. */
static void double_add_co_z_scale(double_add_co_z_state *s)
{
    fp_mul(s->z, s->z, s->factor);
}

static void double_add_co_z_step(double_add_co_z_state *s)
{
    EC(co_z_add)(&s->next, &s->stay, s->factor);
    double_add_co_z_scale(s);
    EC(co_z_add_conjugate)(&s->next, &s->stay, s->factor);
    double_add_co_z_scale(s);
}

/* r = k p for odd k, at most n. */
static void double_add_co_z_multiply(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                     const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    const uint16_t last = curve->order_bits - 1;
    double_add_co_z_state s, before;
    s.next = *p;
    EC(co_z_double)(&s.stay, &s.next, s.z, curve);
    ec_blind_co_z(&s.next, &s.stay, s.z, blinding);
    EC(co_z_add)(&s.next, &s.stay, s.factor);
    double_add_co_z_scale(&s);
    mc_word previous = EC(scalar_bit)(k, 1);
    for (uint16_t i = 2; i <= last; i++) {
        const mc_word bit = EC(scalar_bit)(k, i);
        EC(co_z_swap)(&s.next, &s.stay, mc_word_barrier((mc_word)(0 - (bit ^ previous))));
        previous = bit;
        if (i == last)
            before = s;
        double_add_co_z_step(&s);
    }
    const mc_word unchanged = mc_word_barrier((mc_word)(previous - 1));
    field_select(s.next.x, before.stay.x, unchanged);
    field_select(s.next.y, before.stay.y, unchanged);
    field_select(s.z, before.z, unchanged);
    fp_inv(s.z, s.z);
    EC(jacobian_to_affine_by_inverse)(r, s.next.x, s.next.y, s.z);
    mc_wipe(&s, sizeof s);
    mc_wipe(&before, sizeof before);
}

mc_status EC(scalar_mult_double_add_co_z)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                          const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    if (status == MC_OK && !EC(affine_mask_subgroup)(p, curve))
        status = MC_ERROR_SUBGROUP;
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    mc_word odd[EC_SCALAR_WORDS];
    const EC(affine) point = *p; /* r may be p */
    const mc_word flip = EC(scalar_make_odd)(odd, k, curve);
    double_add_co_z_multiply(r, odd, &point, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    EC(affine_negate_masked)(r, flip);
    mc_wipe(odd, sizeof odd);
    return MC_OK;
}

#endif
