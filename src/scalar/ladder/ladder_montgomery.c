/*---
name: ladder
family: scalar-mult-x
summary: Montgomery ladder on x-coordinates, 5M + 4S and a product with (A - 2)/4 a bit, l iterations for every scalar
source: Montgomery 1987, Section 10.3.1; RFC 7748, Section 5
domain: any x, of points of the curve and of its twist, 0 <= k < 2^l
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES
constant_time: same-trace-and-addresses
uses: ladder-step, fp-mul-reduce, fp-inv
doublings: l
additions: l
---*/
/* With j the bits of k done, x2 = X2/Z2 belongs to j p and x3 = X3/Z3 to (j + 1) p; infinity is (X : 0). Their sum by
 * their difference p is right for every x but 0, whose point (0, 0) has the order two: then Z3 stays 0, and X2/Z2 is 0
 * or infinity, as it should be (Bernstein, Curve25519, 2006, Theorem B.1). */
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES

#ifdef ec_ladder_steps
#include "native/montgomery.h"
#endif

/* Four elements, and two for steps. */
typedef struct {
    mc_word x2[EC_WORDS], z2[EC_WORDS], x3[EC_WORDS], z3[EC_WORDS], room[2 * EC_WORDS];
} ladder;

mc_status EC(scalar_mult_x_ladder)(mc_word *r, const mc_word *k, const mc_word *x,
                                   const MC_FLASH EC(montgomery_curve) *curve)
{
    ladder p;
    uint8_t swapped = 0;
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    if (status != MC_OK) {
        field_set_small(r, 0);
        return status;
    }
    field_set_small(p.x2, 1);
    field_set_small(p.z2, 0);
    field_copy(p.x3, x);
    field_set_small(p.z3, 1);
    ec_blind_quotient(p.x2, p.z2, &blinding);
    ec_blind_quotient(p.x3, p.z3, &blinding);
    ec_blinding_end(&blinding);
#ifdef ec_ladder_steps
    ec_ladder_steps(p.x2, x, k, EC_SCALAR_BITS, curve->a24);
    swapped = EC(scalar_bit)(k, 0);
#else
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        const uint8_t bit = EC(scalar_bit)(k, i);
        ec_ladder_step(p.x2, x, bit ^ swapped, curve->a24);
        swapped = bit;
        ec_counts_as(1, 1);
    }
#endif
    const mc_word mask = mc_word_barrier((mc_word)(0 - (mc_word)swapped));
    field_select(p.x2, p.x3, mask);
    field_select(p.z2, p.z3, mask);
    FP(reduce_once)(p.x2, p.x2, 0);
    FP(reduce_once)(p.z2, p.z2, 0);
    fp_inv(p.z2, p.z2);
    fp_mul(r, p.x2, p.z2);
    mc_wipe(&p, sizeof p);
    return MC_OK;
}

#endif
