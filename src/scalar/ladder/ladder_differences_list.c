/*---
name: ladder-differences-list
family: scalar-mult
summary: a ladder on differences of x and on y as a list of operations that a loop reads, 11 products a bit; little code,
  no table
source: Hamburg 2020; the recovery of x is ours
domain: points of prime order and infinity, 0 <= k < 2^l; other curves than those of cofactor 1 with a other than 0 take
  ladder-x-only-list
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv
doublings: l
additions: l
---*/
/* The points Q = j p and R = (j + 1) p, Q, p and -R being on one line. For a Z that nobody computes, the elements are
 *   X0 = (x_Q - x_p) Z^2, V0 = 2 y_Q Z^3, X1 = (x_R - x_p) Z^2, V1 = -2 y_R Z^3.
 * 2 Q and Q + R are such points, too. With h = X1 - X0, A = X0 h^2, n = V0 V1, u = n - A and N = A - u - V0^2:
 *   Z' = Z h V0, d = u (A + V0^2) - h^3 V0^2, X1' = V0^2 n, V1' = -V0^2 (d + u^2), X0' = X1' - d, V0' = V1' - d N.
 * V1 of Q is V0 of -R: to exchange both is to take -R and -Q, which are on a line with p as well. So a bit of the scalar
 * exchanges the elements before the step and after it, and no sign changes.
 *
 * Exceptional cases: of j p = Q, h = 0 or V0 = 0 mean j or j + 1 or 2 j + 1 = 0 modulo n. The scalar is first made even,
 * by k modulo n or n less that, and n or 2 n is added, so that it is between 2^l and 2^(l+1), whose top bit is where the
 * ladder begins. So only those above 2 n - 3 have such a j, at the last step but one: 2 n, k = 0, and 2 n - 1, of k = 1
 * and k = n - 1, for an even number below n has an odd one of them as its sum with n. The points become X = V = 0, and a
 * point X != 0 beside those: X0 is 0 for 2 n - 1 alone, and a mask chooses -p then. */
#include <stddef.h>

#include "curve/prime/fp_list.h"
#include "scalar/blinding.h"
#include "scalar/ladder/x_fraction.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

#define DIFFERENCES_LEAST_BITS 64 /* of orders, which the proof supposes not to be small */

enum { X0, V0, X1, V1, X, Y, A, B, MINUS_A, DIFFERENCES_ELEMENTS = MINUS_A + LIST_READS_A };
enum { V = DIFFERENCES_ELEMENTS, DIFFERENCES_POINT_ELEMENTS };

#define LIST(name) static const MC_FLASH uint8_t name[]

/* Q = p, R = 2 p with Z = 2 y; X0 is 1 before. A = 3 x^2 + a. */
LIST(differences_start) = {
    LIST_MUL(A, X, X),   LIST_ADD(B, A, A),    LIST_ADD(A, A, B),    LIST_MINUS_A_TIMES(B, X0, MINUS_A),
    LIST_SUB(A, A, B),   LIST_MUL(B, Y, Y),    LIST_ADD(B, B, B),    LIST_ADD(B, B, B),
    LIST_MUL(V0, B, B),  LIST_MUL(B, B, X),    LIST_MUL(X1, A, A),   LIST_SUB(X1, X1, B),
    LIST_SUB(X1, X1, B), LIST_SUB(X1, X1, B),  LIST_MUL(V1, A, X1),  LIST_ADD(V1, V1, V1),
    LIST_ADD(V1, V1, V0), LIST_SUB(X0, X0, X0), LIST_END,
};

/* Both V with the other sign, as for -Z. */
LIST(differences_step) = {
    LIST_SUB(X1, X1, X0), LIST_MUL(V1, V0, V1), LIST_MUL(V0, V0, V0), LIST_MUL(A, X1, X1),   LIST_MUL(X0, X0, A),
    LIST_MUL(X1, X1, A),  LIST_MUL(X1, X1, V0), LIST_SUB(A, V1, X0),  LIST_ADD(B, X0, V0),   LIST_MUL(B, A, B),
    LIST_SUB(B, B, X1),   LIST_MUL(X1, V0, V1), LIST_MUL(V1, A, A),   LIST_ADD(V1, V1, B),   LIST_MUL(V1, V0, V1),
    LIST_SUB(X0, X0, A),  LIST_SUB(X0, X0, V0), LIST_MUL(V0, X0, B),  LIST_SUB(X0, X1, B),   LIST_ADD(V0, V1, V0),
    LIST_END,
};

/* With h = X1 - X0, s = X0 + X1, m = V1 - V0 and N = V0 X1 - V1 X0, which is 2 y Z^3 h: the slope of the line, times Z,
 * is m / (2 h), so that
 *   4 h^2 (3 x Z^2) = k = m^2 - 4 h^2 s, 4 h^4 (3 x^2 + a) Z^4 = l = h^4 (s^2 - h^2) + 2 h^2 N m,
 *   48 h^4 a Z^4 = 12 l - k^2, x_Q = x + X0 / Z^2 = x + X0 y^2 (k^2 - 12 l) / (12 (-a) (h N)^2).
 * V1 becomes the numerator of the last fraction, V0 its divisor. */
LIST(differences_end) = {
    LIST_SUB(V1, V1, V0), LIST_ADD(B, X0, X1),  LIST_SUB(X1, X1, X0), LIST_MUL(V0, V0, X1), LIST_MUL(A, V1, X0),
    LIST_SUB(V0, V0, A),  LIST_MUL(A, X1, X1),  LIST_MUL(X1, V0, V1), LIST_MUL(X1, X1, A),  LIST_ADD(X1, X1, X1),
    LIST_MUL(V0, V0, V0), LIST_MUL(V0, V0, A),  LIST_MUL(B, B, A),    LIST_MUL(V1, V1, V1), LIST_SUB(V1, V1, B),
    LIST_SUB(V1, V1, B),  LIST_SUB(V1, V1, B),  LIST_SUB(V1, V1, B),  LIST_MUL(V1, V1, V1), LIST_MUL(B, B, B),
    LIST_ADD(X1, X1, B),  LIST_MUL(B, A, A),    LIST_MUL(B, B, A),    LIST_SUB(X1, X1, B),  LIST_ADD(B, X1, X1),
    LIST_ADD(B, B, X1),   LIST_ADD(B, B, B),    LIST_ADD(B, B, B),    LIST_SUB(V1, V1, B),  LIST_MUL(V1, V1, X0),
    LIST_MUL(V1, V1, Y),  LIST_MUL(V1, V1, Y),  LIST_MINUS_A_TIMES(A, V0, MINUS_A),         LIST_ADD(B, A, A),
    LIST_ADD(B, B, A),    LIST_ADD(B, B, B),    LIST_ADD(V0, B, B),   LIST_END,
};
LIST(differences_fraction) = {LIST_MUL(X0, X, V0), LIST_ADD(X0, X0, V1), LIST_END};

/* V = y V0 h (12 (-a) h^2 N), the numerator of y_Q over the same divisor. */
LIST(differences_y) = {
    LIST_SUB(A, X1, X0), LIST_MUL(V, V0, Y), LIST_MUL(V, V, A),  LIST_MUL(B, V0, A),
    LIST_MUL(V, V, A),   LIST_MUL(V, V, A),  LIST_SUB(A, V1, V0), LIST_MUL(A, A, X0),
    LIST_SUB(B, B, A),   LIST_MUL(V, V, B),  LIST_MINUS_A_TIMES(A, V, MINUS_A),
    LIST_ADD(B, A, A),   LIST_ADD(B, B, A),  LIST_ADD(B, B, B),  LIST_ADD(V, B, B), LIST_END,
};

/* t = the scalar that the ladder climbs, without its top bit, which is 2^l; all ones if it is -k, else 0. */
MC_NOINLINE mc_word even_scalar(mc_word *t, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    mc_word n[EC_SCALAR_WORDS];
    ORDER(from_flash)(n, EC_CURVE_MODULUS(curve)->n);
    ORDER(reduce_once)(t, k, 0, EC_CURVE_MODULUS(curve));
    const mc_word flip = mc_word_barrier((mc_word)(0 - (t[0] & 1)));
    mc_word negative[EC_SCALAR_WORDS];
    ORDER(sum)(negative, n, t, (mc_word)~0, (mc_word)~0);
    ORDER(select)(t, negative, flip);
    mc_word above = ORDER(sum)(t, t, n, (mc_word)~0, 0);
#if EC_SCALAR_BITS % MC_WORD_BITS
    above = t[EC_SCALAR_WORDS - 1] >> EC_SCALAR_BITS % MC_WORD_BITS & 1;
#endif
    ORDER(sum)(t, t, n, mc_word_barrier((mc_word)(above - 1)), 0);
    mc_wipe(negative, sizeof negative);
    return flip;
}

/* From p in X and Y: Q = k p or -k p, which is told as by even_scalar. */
MC_NOINLINE mc_word climb_differences(mc_word (*e)[EC_WORDS], const mc_word *k, const EC(blinding) *blinding,
                                      const MC_FLASH EC(curve) *curve)
{
    (void)blinding;
    mc_word t[EC_SCALAR_WORDS];
    const mc_word flip = even_scalar(t, k, curve);
    field_set_small(e[X0], 1);
#if LIST_READS_A
    field_from_flash(e[MINUS_A], curve->a);
    field_negate(e[MINUS_A], e[MINUS_A]);
#endif
    EC(list_run)(e, differences_start);
    ec_blind_co_z((EC(affine) *)e[X0], (EC(affine) *)e[X1], NULL, blinding);
    mc_word swapped = 0;
    for (uint16_t i = EC_SCALAR_BITS;; i--) { /* the last time to exchange, not to step */
        const mc_word bit = i ? t[(uint16_t)(i - 1) / MC_WORD_BITS] >> (uint16_t)(i - 1) % MC_WORD_BITS & 1 : 0;
        const mc_word mask = mc_word_barrier((mc_word)(0 - (bit ^ swapped)));
        field_swap(e[X0], e[X1], mask);
        field_swap(e[V0], e[V1], mask);
        if (i == 0)
            break;
        swapped = bit;
        ec_counts_as(1, 1);
        EC(list_run)(e, differences_step);
    }
    mc_wipe(t, sizeof t);
    return flip;
}

/* x_Q = e[X0] / e[V0]. */
static void end_differences(mc_word (*e)[EC_WORDS])
{
    EC(list_run)(e, differences_end);
    field_select(e[V0], e[Y], field_mask_zero(e[X0]));
    EC(list_run)(e, differences_fraction);
}

/* A = 0 for a point of the curve with b in X0, -a in X1. */
LIST(differences_equation) = {
    LIST_MUL(A, Y, Y),  LIST_MUL(B, X, X),  LIST_MUL(B, B, X), LIST_MINUS_A_TIMES(V0, X, X1),
    LIST_SUB(B, B, V0), LIST_ADD(B, B, X0), LIST_SUB(A, A, B), LIST_END,
};

_Static_assert(offsetof(EC(ladder_room), z) == V0 * sizeof(mc_word[EC_WORDS]), "x and z are the first elements");
_Static_assert(offsetof(EC(ladder_room), q) == X * sizeof(mc_word[EC_WORDS]), "q is the elements X and Y");
_Static_assert(sizeof(EC(ladder_room)) >= DIFFERENCES_ELEMENTS * sizeof(mc_word[EC_WORDS]), "there is room for all");

mc_status EC(differences_validate)(EC(ladder_room) *ladder, const MC_FLASH EC(curve) *curve)
{
    mc_word(*e)[EC_WORDS] = (mc_word(*)[EC_WORDS])ladder;
    field_from_flash(e[X0], curve->b);
#if LIST_READS_A
    field_from_flash(e[X1], curve->a);
    field_negate(e[X1], e[X1]);
#endif
    EC(list_run)(e, differences_equation);
    return field_mask_zero(e[A]) ? MC_OK : MC_ERROR_NOT_ON_CURVE;
}

mc_status EC(differences_x_fraction)(EC(ladder_room) *ladder, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    mc_word(*e)[EC_WORDS] = (mc_word(*)[EC_WORDS])ladder;
    EC(blinding) blinding;
    mc_status status = MC_OK;
    ec_blinding_begin(&blinding, &status);
    if (status == MC_OK) {
        climb_differences(e, k, &blinding, curve);
        end_differences(e);
    }
    ec_blinding_end(&blinding);
    return status;
}

mc_status EC(scalar_mult_ladder_differences_list)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                                  const MC_FLASH EC(curve) *curve)
{
    if (!EC_SUITS_DIFFERENCES(curve) || EC_SCALAR_BITS < DIFFERENCES_LEAST_BITS)
        return EC(scalar_mult_ladder_x_only_list)(r, k, p, curve);
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    mc_word e[DIFFERENCES_POINT_ELEMENTS][EC_WORDS];
    field_copy(e[X], p->x);
    field_copy(e[Y], p->y);
    const mc_word flip = climb_differences(e, k, &blinding, curve);
    ec_blinding_end(&blinding);

    const mc_word opposite = field_mask_zero(e[X0]);
    EC(list_run)(e, differences_y);
    end_differences(e);
    field_inv(e[V0], e[V0]);
    field_mul(r->x, e[X0], e[V0]);
    field_mul(r->y, e[V], e[V0]);
    field_negate(e[Y], e[Y]);
    field_select(r->y, e[Y], opposite);
    EC(affine_negate_masked)(r, flip);
    mc_wipe(e, sizeof e);
    return MC_OK;
}

#endif
