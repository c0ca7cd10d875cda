/*---
name: ladder-x-only-list
family: scalar-mult
summary: the ladder of ladder-x-only as a list of operations that a loop reads, 17 products a bit (19 for general a);
  little code, no table
source: Brier and Joye 2002, Section 4; Izu and Takagi 2002; recovery of y: Okeya and Sakurai 2001
domain: any point, 0 <= k < 2^l; no case has a branch of its own
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
doublings: l
additions: l
---*/
/* The formulas, with the points that need no case of their own: ladder_x_only.c. */
#include <stddef.h>

#include "curve/prime/fp_list.h"
#include "scalar/blinding.h"
#include "scalar/ladder/x_fraction.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* j p = (X0 : Z0), (j + 1) p = (X1 : Z1); p's x; 4 b and, where it is read, -a; room. */
enum { X0, Z0, X1, Z1, X, B4, S, T, U, MINUS_A, LADDER_ELEMENTS = MINUS_A + LIST_READS_A };

#define LIST(name) static const MC_FLASH uint8_t name[]

/* Q0 is infinity, Q1 is p; 4 b of b. */
LIST(ladder_list_start) = {
    LIST_SUB(Z0, X, X), LIST_ADD(X0, Z1, Z0), LIST_ADD(X1, X, Z0), LIST_ADD(B4, B4, B4), LIST_ADD(B4, B4, B4), LIST_END,
};

/* Q1 = Q0 + Q1, then Q0 = 2 Q0. */
LIST(ladder_list_step) = {
    LIST_MUL(S, X0, Z1),  LIST_MUL(T, X1, Z0),  LIST_MUL(Z1, Z0, Z1), LIST_MINUS_A_TIMES(U, Z1, MINUS_A),
    LIST_MUL(X1, X0, X1), LIST_SUB(X1, X1, U),  LIST_ADD(U, S, T),    LIST_MUL(X1, X1, U),
    LIST_ADD(X1, X1, X1), LIST_MUL(Z1, Z1, Z1), LIST_MUL(Z1, Z1, B4), LIST_ADD(X1, X1, Z1),
    LIST_SUB(S, S, T),    LIST_MUL(Z1, S, S),   LIST_MUL(S, Z1, X),   LIST_SUB(X1, X1, S),

    LIST_MUL(S, X0, X0),  LIST_MUL(T, Z0, Z0),  LIST_MUL(Z0, X0, Z0), LIST_MINUS_A_TIMES(U, T, MINUS_A),
    LIST_ADD(X0, S, U),   LIST_SUB(U, S, U),    LIST_MUL(X0, X0, X0), LIST_MUL(S, T, B4),
    LIST_MUL(T, S, T),    LIST_ADD(Z0, Z0, Z0), LIST_MUL(S, S, Z0),   LIST_SUB(X0, X0, S),
    LIST_MUL(Z0, Z0, U),  LIST_ADD(Z0, Z0, Z0), LIST_ADD(Z0, Z0, T),  LIST_END,
};

/* T = 4 y Z0 Z1 for y in U, and S = T Z0, whose inverse the second list takes. That one puts x_r in T and y_r in U, in
 * the place of everything else. */
LIST(ladder_list_divisor) = {
    LIST_ADD(T, U, U), LIST_ADD(T, T, T), LIST_MUL(T, T, Z0), LIST_MUL(T, T, Z1), LIST_MUL(S, T, Z0), LIST_END,
};
LIST(ladder_list_recover) = {
    LIST_MUL(T, T, X0),
    LIST_MUL(T, T, S),

    LIST_MUL(U, Z0, Z0),
    LIST_MUL(B4, B4, U),
    LIST_MUL(U, X, X0),
    LIST_MUL(X, X, Z0),
    LIST_PLUS_A_TIMES(U, Z0, MINUS_A),
    LIST_ADD(Z0, X, X0),
    LIST_SUB(X, X, X0),
    LIST_MUL(U, U, Z0),
    LIST_ADD(U, U, U),
    LIST_ADD(U, U, B4),
    LIST_MUL(U, U, Z1),
    LIST_MUL(X, X, X),
    LIST_MUL(X, X, X1),
    LIST_ADD(X, X, X),
    LIST_SUB(U, U, X),
    LIST_MUL(U, U, S),
    LIST_END,
};

/* e[X0], e[Z0] = k p and e[X1], e[Z1] = (k + 1) p for p with x in e[X]. */
MC_NOINLINE void climb(mc_word (*e)[EC_WORDS], const mc_word *k, const EC(blinding) *blinding,
                       const MC_FLASH EC(curve) *curve)
{
    (void)blinding;
    field_set_small(e[Z1], 1);
    field_from_flash(e[B4], curve->b);
    EC(list_run)(e, ladder_list_start);
#if LIST_READS_A
    field_from_flash(e[MINUS_A], curve->a);
    field_negate(e[MINUS_A], e[MINUS_A]);
#endif
    ec_blind_quotient(e[X0], e[Z0], blinding);
    ec_blind_quotient(e[X1], e[Z1], blinding);
    mc_word swapped = 0;
    for (uint16_t i = EC_SCALAR_BITS;; i--) { /* the last time to exchange, not to step */
        const mc_word bit = i ? k[(uint16_t)(i - 1) / MC_WORD_BITS] >> (uint16_t)(i - 1) % MC_WORD_BITS & 1 : 0;
        const mc_word mask = mc_word_barrier((mc_word)(0 - (bit ^ swapped)));
        field_swap(e[X0], e[X1], mask);
        field_swap(e[Z0], e[Z1], mask);
        if (i == 0)
            return;
        swapped = bit;
        ec_counts_as(1, 1);
        EC(list_run)(e, ladder_list_step);
    }
}

/* S = 0 for a point of the curve with b in X0, -a in X1. */
LIST(ladder_list_equation) = {
    LIST_MUL(S, X + 1, X + 1), LIST_MUL(T, X, X),  LIST_MUL(T, T, X), LIST_MINUS_A_TIMES(U, X, X1),
    LIST_SUB(T, T, U),         LIST_ADD(T, T, X0), LIST_SUB(S, S, T), LIST_END,
};

mc_status EC(ladder_validate)(EC(ladder_room) *ladder, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_COFACTOR(curve) != 1)
        return EC(affine_validate)(&ladder->q, curve);
    mc_word(*e)[EC_WORDS] = (mc_word(*)[EC_WORDS])ladder;
    field_from_flash(e[X0], curve->b);
#if LIST_READS_A
    field_from_flash(e[X1], curve->a);
    field_negate(e[X1], e[X1]);
#endif
    EC(list_run)(e, ladder_list_equation);
    return field_mask_zero(e[S]) ? MC_OK : MC_ERROR_NOT_ON_CURVE;
}

_Static_assert(offsetof(EC(ladder_room), z) == Z0 * sizeof(mc_word[EC_WORDS]), "x and z are the first elements");
_Static_assert(offsetof(EC(ladder_room), q) == X * sizeof(mc_word[EC_WORDS]), "q's x is the element of that name");
_Static_assert(sizeof(EC(ladder_room)) == LADDER_ELEMENTS * sizeof(mc_word[EC_WORDS]), "and no more");

mc_status EC(scalar_mult_x_fraction)(EC(ladder_room) *ladder, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = MC_OK;
    ec_blinding_begin(&blinding, &status);
    if (status == MC_OK)
        climb((mc_word(*)[EC_WORDS])ladder, k, &blinding, curve);
    ec_blinding_end(&blinding);
    return status;
}

/* x and y in T and U of k p for p with y in U, from what `climb` leaves. The divisor is 0 if k p = O, (k + 1) p = O or
 * p = O: the inverse of 0 being 0, the result is (0, 0), infinity, and a mask puts -p where (k + 1) p = O: the caller's
 * part. */
static void recover(mc_word (*e)[EC_WORDS])
{
    EC(list_run)(e, ladder_list_divisor);
    field_inv(e[S], e[S]);
    EC(list_run)(e, ladder_list_recover);
}

mc_status EC(scalar_mult_ladder_x_only_list)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                             const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(r, status);
    mc_word e[LADDER_ELEMENTS][EC_WORDS];
    field_copy(e[X], p->x);
    climb(e, k, &blinding, curve);
    ec_blinding_end(&blinding);

    const mc_word opposite = field_mask_zero(e[Z1]);
    field_copy(e[U], p->y);
    recover(e);
    field_negate(e[S], p->y);
    field_select(e[T], p->x, opposite);
    field_select(e[U], e[S], opposite);
    field_copy(r->x, e[T]);
    field_copy(r->y, e[U]);
    mc_wipe(e, sizeof e);
    return MC_OK;
}

mc_status EC(scalar_mult_base_within)(EC(ladder_room) *ladder, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    mc_word(*e)[EC_WORDS] = (mc_word(*)[EC_WORDS])ladder;
    field_from_flash(e[X], curve->generator_x);
    const mc_status status = EC(scalar_mult_x_fraction)(ladder, k, curve);
    if (status != MC_OK)
        return status;
    const mc_word opposite = field_mask_zero(e[Z1]);
    field_from_flash(e[U], curve->generator_y);
    recover(e);
    field_from_flash(ladder->q.x, curve->generator_x);
    field_from_flash(ladder->q.y, curve->generator_y);
    field_negate(ladder->q.y, ladder->q.y);
    field_select(e[T], ladder->q.x, opposite);
    field_select(e[U], ladder->q.y, opposite);
    field_copy(ladder->q.x, e[T]);
    field_copy(ladder->q.y, e[U]);
    return MC_OK;
}

#endif
