/*---
name: ladder
family: scalar-mult-x
summary: Montgomery ladder on x-coordinates, 5M + 4S and a product with (A - 2)/4 a bit, l iterations for every scalar
source: Montgomery 1987, Section 10.3.1; RFC 7748, Section 5
domain: any x, of points of the curve and of its twist, 0 <= k < 2^l
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-mul-small, fp-inv
doublings: l
additions: l
---*/
/* With j the bits of k done, x2 = X2/Z2 belongs to j p and x3 = X3/Z3 to (j + 1) p; infinity is (X : 0). Their sum by
 * their difference p is right for every x but 0, whose point (0, 0) has the order two: then Z3 stays 0, and X2/Z2 is 0
 * or infinity, as it should be (Bernstein, Curve25519, 2006, Theorem B.1). */
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES

#if MC_BLINDS_SCALARS && defined(MC_SINGLE_CURVE)
#error "MC_BLINDING: scalars are not blinded on Montgomery curves, coordinates are: take MC_BLINDING_COORDINATES"
#endif

typedef struct {
    mc_word x2[EC_WORDS], z2[EC_WORDS], x3[EC_WORDS], z3[EC_WORDS];
    mc_word s[EC_WORDS], t[EC_WORDS]; /* of a step */
} ladder;

/* (X2 : Z2), (X3 : Z3) become the double of the first, of the second if the mask is ~0, and their sum. In RFC 7748 A is
 * X2 + Z2, B is X2 - Z2, C is X3 + Z3, D is X3 - Z3, AA is A^2, BB is B^2, E is AA - BB. If the points are exchanged,
 * so are A with C and B with D: DA + CB stays, and the sign of DA - CB is lost in its square. Only A and B are
 * selected. */
static void ladder_montgomery_step(ladder *p, mc_word mask, const mc_word *x1, uint32_t a24)
{
    fp_add(p->s, p->x2, p->z2);
    fp_sub(p->z2, p->x2, p->z2);
    fp_add(p->x2, p->x3, p->z3);
    fp_sub(p->z3, p->x3, p->z3);
    fp_mul(p->x3, p->z3, p->s); /* DA */
    fp_mul(p->t, p->x2, p->z2); /* CB */
    field_select(p->s, p->x2, mask);
    field_select(p->z2, p->z3, mask);
    fp_sub(p->z3, p->x3, p->t);
    fp_add(p->x3, p->x3, p->t);
    fp_sqr(p->x3, p->x3);
    fp_sqr(p->z3, p->z3);
    fp_mul(p->z3, p->z3, x1);
    fp_sqr(p->s, p->s);   /* AA */
    fp_sqr(p->z2, p->z2); /* BB */
    fp_mul(p->x2, p->s, p->z2);
    fp_sub(p->z2, p->s, p->z2); /* E */
    fp_mul_small(p->t, p->z2, a24);
    fp_add(p->s, p->s, p->t);
    fp_mul(p->z2, p->z2, p->s);
}

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
    for (uint16_t i = EC_SCALAR_BITS; i--;) {
        const uint8_t bit = EC(scalar_bit)(k, i);
        const mc_word mask = mc_word_barrier((mc_word)(0 - (mc_word)(bit ^ swapped)));
        swapped = bit;
        ladder_montgomery_step(&p, mask, x, curve->a24);
        ec_counts_as(1, 1);
    }
    const mc_word mask = mc_word_barrier((mc_word)(0 - (mc_word)swapped));
    field_select(p.x2, p.x3, mask);
    field_select(p.z2, p.z3, mask);
    fp_inv(p.z2, p.z2);
    fp_mul(r, p.x2, p.z2);
    mc_wipe(&p, sizeof p);
    return MC_OK;
}

#endif
