/*---
name: ladder-list
family: scalar-mult-x
summary: the ladder on x-coordinates as a list of operations that a loop reads, 10 products a bit; little code
source: Montgomery 1987, Section 10.3.1; RFC 7748, Section 5
domain: any x, of points of the curve and of its twist, 0 <= k < 2^l
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-inv
doublings: l
additions: l
---*/
/* Which x need no case of their own: ladder_montgomery.c. */
#include "curve/prime/fp_list.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES

/* j p = (X0 : Z0), (j + 1) p = (X1 : Z1); p's x; room. At the beginning of a step T is (A - 2)/4. */
enum { X0, Z0, X1, Z1, X, S, T, ELEMENTS };

/* Q1 = Q0 + Q1, Q0 = 2 Q0. */
static const MC_FLASH uint8_t step[] = {
    LIST_ADD(S, X0, Z0),
    LIST_SUB(Z0, X0, Z0),
    LIST_ADD(X0, X1, Z1),
    LIST_SUB(Z1, X1, Z1),
    LIST_MUL(X1, Z1, S),
    LIST_MUL(X0, X0, Z0),
    LIST_SUB(Z1, X1, X0),
    LIST_ADD(X1, X1, X0),
    LIST_MUL(X1, X1, X1),
    LIST_MUL(Z1, Z1, Z1),
    LIST_MUL(Z1, Z1, X),
    LIST_MUL(S, S, S),
    LIST_MUL(Z0, Z0, Z0),
    LIST_MUL(X0, S, Z0),
    LIST_SUB(Z0, S, Z0),
    LIST_MUL(T, T, Z0),
    LIST_ADD(S, S, T),
    LIST_MUL(Z0, Z0, S),
    LIST_END,
};

static void set_a24(mc_word *r, const MC_FLASH EC(montgomery_curve) *curve)
{
    uint32_t a24 = curve->a24;
    field_set_small(r, 0);
    for (uint8_t i = 0; i < MC_WORDS(32); i++) {
        r[i] = (mc_word)a24;
        a24 = a24 >> (MC_WORD_BITS - 1) >> 1;
    }
    field_to_form(r, r);
}

mc_status EC(scalar_mult_x_ladder_list)(mc_word *r, const mc_word *k, const mc_word *x,
                                        const MC_FLASH EC(montgomery_curve) *curve)
{
    mc_word e[ELEMENTS][EC_WORDS];
    uint8_t swapped = 0;
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    if (status != MC_OK) {
        field_set_small(r, 0);
        return status;
    }
    field_set_small(e[X0], 1);
    field_set_small(e[Z0], 0);
    field_copy(e[X1], x);
    field_set_small(e[Z1], 1);
    field_copy(e[X], x);
    ec_blind_quotient(e[X0], e[Z0], &blinding);
    ec_blind_quotient(e[X1], e[Z1], &blinding);
    ec_blinding_end(&blinding);
    for (uint16_t i = EC_SCALAR_BITS + 1; i--;) { /* the last time to exchange, not to step */
        const uint8_t bit = i ? EC(scalar_bit)(k, i - 1) : 0;
        const mc_word mask = mc_word_barrier((mc_word)(0 - (mc_word)(bit ^ swapped)));
        field_swap(e[X0], e[X1], mask);
        field_swap(e[Z0], e[Z1], mask);
        swapped = bit;
        if (i) {
            set_a24(e[T], curve);
            EC(list_run)(e, step);
            ec_counts_as(1, 1);
        }
    }
    fp_inv(e[Z0], e[Z0]);
    fp_mul(r, e[X0], e[Z0]);
    mc_wipe(e, sizeof e);
    return MC_OK;
}

#endif
