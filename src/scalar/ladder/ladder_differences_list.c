/*---
name: ladder-differences-list
family: scalar-mult
summary: a ladder on differences of x, and on y, as a list of operations that a loop reads, 11 products a bit; little
  code, no table
source: Hamburg 2020; the recovery of x is ours
domain: points of prime order and infinity, 0 <= k < 2^l; curves of another cofactor than 1 or with a = 0 take
  ladder-x-only-list
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace-and-addresses
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv, differences-step
doublings: l
additions: l
---*/
/* The points Q = j p and R = (j + 1) p: Q, p and -R are on one line. For a Z that nobody computes, the elements are
 *   X0 = (x_Q - x_p) Z^2, V0 = 2 y_Q Z^3, X1 = (x_R - x_p) Z^2, V1 = -2 y_R Z^3.
 * Those of 2 Q and Q + R follow: with h = X1 - X0, A = X0 h^2, n = V0 V1, u = n - A, N = A - u - V0^2,
 *   Z' = Z h V0, d = u (A + V0^2) - h^3 V0^2, X1' = V0^2 n, V1' = -V0^2 (d + u^2), X0' = X1' - d, V0' = V1' - d N.
 * V1 of Q is V0 of -R: to exchange both pairs is to take -R and -Q, which are on a line with p as well. So a bit of the
 * scalar exchanges them before the step and after it, and no sign changes.
 *
 * Exceptional cases: h or V0 is 0 where j, j + 1 or 2 j + 1 is 0 modulo n. The scalar is first made even, by k modulo n
 * or n less that, and n or 2 n is added: the sum is between 2^l and 2^(l+1), and the ladder begins at its top bit. It
 * is odd below 2 n and even from there on. Such a j occurs on the way to 2 n - 2, 2 n - 1, 2 n and 2 n + 1 alone, at
 * the last step but one. So only 2 n - 1 is left, of k = 1 and k = n - 1, and 2 n, of k = 0. From there on one of the
 * points has X = V = 0, the other one not. X0 is 0 in the end for 2 n - 1 alone: a mask chooses -p then. For 2 n the
 * divisor is 0. The recovery of x divides by h, too, which is 0 for k p = -(k + 1) p alone: an even number that is
 * (n - 1) / 2 is made odd again, as n less that is one more. Then neither sum with n is one of the four. */
#include <stddef.h>

#include "curve/prime/fp_list.h"
#include "scalar/blinding.h"
#include "scalar/ladder/x_fraction.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

#define DIFFERENCES_LEAST_BITS 64 /* of orders, which the proof supposes not to be small */

#define DIFFERENCES_LIST(name) static const MC_FLASH uint8_t name[]

/* The elements that the comments call X0, V0, ..., and room; those of the point. */
enum { DX0, DV0, DX1, DV1, DX, DY, DA, DB, D_MINUS_A, DIFFERENCES_ELEMENTS = D_MINUS_A + LIST_READS_A };
enum { DV = DIFFERENCES_ELEMENTS, DIFFERENCES_POINT_ELEMENTS };

/* Q = p, R = 2 p with Z = 2 y; X0 is 1 before. A = 3 x^2 + a. */
DIFFERENCES_LIST(differences_start) = {
    LIST_MUL(DA, DX, DX),
    LIST_ADD(DB, DA, DA),
    LIST_ADD(DA, DA, DB),
    LIST_MINUS_A_TIMES(DB, DX0, D_MINUS_A),
    LIST_SUB(DA, DA, DB),
    LIST_MUL(DB, DY, DY),
    LIST_ADD(DB, DB, DB),
    LIST_ADD(DB, DB, DB),
    LIST_MUL(DV0, DB, DB),
    LIST_MUL(DB, DB, DX),
    LIST_MUL(DX1, DA, DA),
    LIST_SUB(DX1, DX1, DB),
    LIST_SUB(DX1, DX1, DB),
    LIST_SUB(DX1, DX1, DB),
    LIST_MUL(DV1, DA, DX1),
    LIST_ADD(DV1, DV1, DV1),
    LIST_ADD(DV1, DV1, DV0),
    LIST_SUB(DX0, DX0, DX0),
    LIST_END,
};

/* Both V with the other sign, as for -Z. */
DIFFERENCES_LIST(differences_step) = {
    LIST_SUB(DX1, DX1, DX0), LIST_MUL(DV1, DV0, DV1), LIST_MUL(DV0, DV0, DV0),
    LIST_MUL(DA, DX1, DX1),  LIST_MUL(DX0, DX0, DA),  LIST_MUL(DX1, DX1, DA),
    LIST_MUL(DX1, DX1, DV0), LIST_SUB(DA, DV1, DX0),  LIST_ADD(DB, DX0, DV0),
    LIST_MUL(DB, DA, DB),    LIST_SUB(DB, DB, DX1),   LIST_MUL(DX1, DV0, DV1),
    LIST_MUL(DV1, DA, DA),   LIST_ADD(DV1, DV1, DB),  LIST_MUL(DV1, DV0, DV1),
    LIST_SUB(DX0, DX0, DA),  LIST_SUB(DX0, DX0, DV0), LIST_MUL(DV0, DX0, DB),
    LIST_SUB(DX0, DX1, DB),  LIST_ADD(DV0, DV1, DV0), LIST_END,
};

/* With h = X1 - X0, s = X0 + X1, m = V1 - V0 and N = V0 X1 - V1 X0, which is 2 y Z^3 h: the slope of the line, times Z,
 * is m / (2 h), so that
 *   4 h^2 (3 x Z^2) = k = m^2 - 4 h^2 s, 4 h^4 (3 x^2 + a) Z^4 = l = h^4 (s^2 - h^2) + 2 h^2 N m,
 *   48 h^4 a Z^4 = 12 l - k^2, x_Q = x + X0 / Z^2 = x + X0 y^2 (k^2 - 12 l) / (12 (-a) (h N)^2).
 * V1 becomes the numerator of the last fraction, V0 its divisor. */
DIFFERENCES_LIST(differences_end) = {
    LIST_SUB(DV1, DV1, DV0),
    LIST_ADD(DB, DX0, DX1),
    LIST_SUB(DX1, DX1, DX0),
    LIST_MUL(DV0, DV0, DX1),
    LIST_MUL(DA, DV1, DX0),
    LIST_SUB(DV0, DV0, DA),
    LIST_MUL(DA, DX1, DX1),
    LIST_MUL(DX1, DV0, DV1),
    LIST_MUL(DX1, DX1, DA),
    LIST_ADD(DX1, DX1, DX1),
    LIST_MUL(DV0, DV0, DV0),
    LIST_MUL(DV0, DV0, DA),
    LIST_MUL(DB, DB, DA),
    LIST_MUL(DV1, DV1, DV1),
    LIST_SUB(DV1, DV1, DB),
    LIST_SUB(DV1, DV1, DB),
    LIST_SUB(DV1, DV1, DB),
    LIST_SUB(DV1, DV1, DB),
    LIST_MUL(DV1, DV1, DV1),
    LIST_MUL(DB, DB, DB),
    LIST_ADD(DX1, DX1, DB),
    LIST_MUL(DB, DA, DA),
    LIST_MUL(DB, DB, DA),
    LIST_SUB(DX1, DX1, DB),
    LIST_ADD(DB, DX1, DX1),
    LIST_ADD(DB, DB, DX1),
    LIST_ADD(DB, DB, DB),
    LIST_ADD(DB, DB, DB),
    LIST_SUB(DV1, DV1, DB),
    LIST_MUL(DV1, DV1, DX0),
    LIST_MUL(DV1, DV1, DY),
    LIST_MUL(DV1, DV1, DY),
    LIST_MINUS_A_TIMES(DA, DV0, D_MINUS_A),
    LIST_ADD(DB, DA, DA),
    LIST_ADD(DB, DB, DA),
    LIST_ADD(DB, DB, DB),
    LIST_ADD(DV0, DB, DB),
    LIST_END,
};
DIFFERENCES_LIST(differences_fraction) = {LIST_MUL(DX0, DX, DV0), LIST_ADD(DX0, DX0, DV1), LIST_END};

/* V = y V0 h (12 (-a) h^2 N), the numerator of y_Q over the same divisor. */
DIFFERENCES_LIST(differences_y) = {
    LIST_SUB(DA, DX1, DX0),
    LIST_MUL(DV, DV0, DY),
    LIST_MUL(DV, DV, DA),
    LIST_MUL(DB, DV0, DA),
    LIST_MUL(DV, DV, DA),
    LIST_MUL(DV, DV, DA),
    LIST_SUB(DA, DV1, DV0),
    LIST_MUL(DA, DA, DX0),
    LIST_SUB(DB, DB, DA),
    LIST_MUL(DV, DV, DB),
    LIST_MINUS_A_TIMES(DA, DV, D_MINUS_A),
    LIST_ADD(DB, DA, DA),
    LIST_ADD(DB, DB, DA),
    LIST_ADD(DB, DB, DB),
    LIST_ADD(DV, DB, DB),
    LIST_END,
};

/* r = a + factor b modulo 2^W, for a secret factor of 1, 0 or -1, as ORDER(sum) of images for size. Returns the carry.
 */
static inline mc_word differences_sum(mc_word *r, const mc_word *a, const mc_word *b, mc_word factor)
{
#if MC_PREFER_SIZE
    return ORDER(sum)(r, a, b, factor);
#else
    const mc_word mask = mc_word_barrier((mc_word)(0 - (factor & 1)));
    const mc_word inverted = mc_word_barrier((mc_word)(0 - (factor >> (MC_WORD_BITS - 1))));
    mc_dword sum = inverted & 1;
    for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++) {
        sum += (mc_dword)a[i] + ((b[i] & mask) ^ inverted);
        r[i] = (mc_word)sum;
        sum >>= MC_WORD_BITS;
    }
    return (mc_word)sum;
#endif
}

/* t = the scalar that the ladder climbs, without its top bit, which is 2^l; all ones if it is -k, else 0. */
MC_NOINLINE mc_word even_scalar(mc_word *t, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
#ifdef __AVR__ /* flash has addresses of its own */
    mc_word n[EC_SCALAR_WORDS];
    ORDER(from_flash)(n, EC_CURVE_MODULUS(curve)->n);
#else
    const mc_word *const n = EC_CURVE_MODULUS(curve)->n;
#endif
    ORDER(reduce_once)(t, k, 0, EC_CURVE_MODULUS(curve));
    mc_word flip = mc_word_barrier((mc_word)(0 - (t[0] & 1)));
    mc_word negative[EC_SCALAR_WORDS];
    differences_sum(negative, n, t, (mc_word)~0);
    ORDER(swap)(t, negative, flip);
    t[0] ^= 1;
    const mc_word half = mc_word_barrier(ORDER(mask_equal)(t, negative));
    t[0] = (mc_word)(t[0] ^ (1 & ~half));
    flip ^= half;
    mc_word above = differences_sum(t, t, n, 1);
#if EC_SCALAR_BITS % MC_WORD_BITS
    above = t[EC_SCALAR_WORDS - 1] >> EC_SCALAR_BITS % MC_WORD_BITS & 1;
#endif
    differences_sum(t, t, n, above ^ 1);
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
    field_set_small(e[DX0], 1);
#if LIST_READS_A
    field_from_flash(e[D_MINUS_A], curve->a);
    field_negate(e[D_MINUS_A], e[D_MINUS_A]);
#endif
    EC(list_run)(e, differences_start);
    ec_blind_co_z((EC(affine) *)e[DX0], (EC(affine) *)e[DX1], NULL, blinding);
    mc_word swapped = 0;
    for (uint16_t i = EC_SCALAR_BITS;; i--) { /* the last time to exchange, not to step */
        const mc_word bit = i ? t[(uint16_t)(i - 1) / MC_WORD_BITS] >> (uint16_t)(i - 1) % MC_WORD_BITS & 1 : 0;
        const mc_word mask = mc_word_barrier((mc_word)(0 - (bit ^ swapped)));
#ifdef ec_differences_step
        if (i) {
            swapped = bit;
            ec_counts_as(1, 1);
            ec_differences_step(e[DX0], mask);
            continue;
        }
#endif
        field_swap(e[DX0], e[DX1], mask);
        field_swap(e[DV0], e[DV1], mask);
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
    field_select(e[DV0], e[DY], field_mask_zero(e[DX0]));
    EC(list_run)(e, differences_fraction);
}

/* A = 0 for a point of the curve with b in X0, -a in X1. */
DIFFERENCES_LIST(differences_equation) = {
    LIST_MUL(DA, DY, DY),  LIST_MUL(DB, DX, DX),  LIST_MUL(DB, DB, DX), LIST_MINUS_A_TIMES(DV0, DX, DX1),
    LIST_SUB(DB, DB, DV0), LIST_ADD(DB, DB, DX0), LIST_SUB(DA, DA, DB), LIST_END,
};

_Static_assert(offsetof(EC(ladder_room), z) == DV0 * sizeof(mc_word[EC_WORDS]), "x and z are the first elements");
_Static_assert(offsetof(EC(ladder_room), q) == DX * sizeof(mc_word[EC_WORDS]), "q is the elements X and Y");
_Static_assert(sizeof(EC(ladder_room)) >= DIFFERENCES_ELEMENTS * sizeof(mc_word[EC_WORDS]), "there is room for all");

mc_status EC(differences_validate)(EC(ladder_room) *ladder, const MC_FLASH EC(curve) *curve)
{
    mc_word(*e)[EC_WORDS] = (mc_word(*)[EC_WORDS])ladder;
    field_from_flash(e[DX0], curve->b);
#if LIST_READS_A
    field_from_flash(e[DX1], curve->a);
    field_negate(e[DX1], e[DX1]);
#endif
    EC(list_run)(e, differences_equation);
    return field_mask_zero(e[DA]) ? MC_OK : MC_ERROR_NOT_ON_CURVE;
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
    field_copy(e[DX], p->x);
    field_copy(e[DY], p->y);
    const mc_word flip = climb_differences(e, k, &blinding, curve);
    ec_blinding_end(&blinding);

    const mc_word opposite = field_mask_zero(e[DX0]);
    EC(list_run)(e, differences_y);
    end_differences(e);
    field_inv(e[DV0], e[DV0]);
    field_mul(r->x, e[DX0], e[DV0]);
    field_mul(r->y, e[DV], e[DV0]);
    field_negate(e[DY], e[DY]);
    field_select(r->y, e[DY], opposite);
    EC(affine_negate_masked)(r, flip);
    mc_wipe(e, sizeof e);
    return MC_OK;
}

#endif
