/*---
name: add-always
family: scalar-mult
summary: double and add from the left, with an addition for every bit that a mask takes or leaves; no table
source: Coron 1999, Section 3.1
domain: any point, 0 <= k < 2^l. The point is public. Exceptional cases of additions by masks
constant_time: same-trace-and-addresses
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
doublings: l
additions: l - 1
---*/
#include "scalar/blinding.h"
#include "scalar/scalar.h"

/* The point added is always p, so the results of the exceptional cases are known: p + p is twice, O + p is once. */
typedef struct {
    ec_projective sum, next, once, twice;
} add_always_state;

/* sum += p for a set bit, by a mask; the addition is executed for every bit. */
static void add_always_add(add_always_state *s, mc_word bit, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    const mc_word infinity = ec_mask_infinity(&s->sum);
    const mc_word equal = ec_add_mixed(&s->next, &s->sum, p, curve);
    EC(point_select)(&s->next, &s->twice, equal);
    EC(point_select)(&s->next, &s->once, infinity);
    EC(point_select)(&s->sum, &s->next, mc_word_barrier((mc_word)(0 - bit)));
}

mc_status EC(scalar_mult_add_always)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                     const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    add_always_state s;
    ec_from_affine(&s.once, p);
    ec_blind_point(&s.once, &blinding, curve);
    ec_blinding_end(&blinding);
    ec_double(&s.twice, &s.once, curve);
    EC(point_set_infinity)(&s.sum);
    const mc_word top = EC(scalar_bit)(k, EC_SCALAR_BITS - 1);
    EC(point_select)(&s.sum, &s.once, mc_word_barrier((mc_word)(0 - top)));
    for (uint16_t i = EC_SCALAR_BITS - 1; i--;) {
        ec_double(&s.sum, &s.sum, curve);
        add_always_add(&s, EC(scalar_bit)(k, i), p, curve);
    }
    ec_to_affine(r, &s.sum);
    mc_wipe(&s, sizeof s);
    return MC_OK;
}
