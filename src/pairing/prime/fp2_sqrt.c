#include "fp/inversion/root_chain.h"
#include "pairing/prime/fp2.h"

_Static_assert(FP_TWO_ADICITY == 1, "the power of root_chain.h is that by (p - 3) / 4");

/* The square of r is a^((p + 1) / 2), a or -a. */
mc_word fp_sqrt_inverse(mc_word *r, mc_word *inverse, const mc_word *a)
{
    mc_word one[FP_WORDS], symbol[FP_WORDS];
    power(inverse, a); /* a^((p - 3) / 4) */
    fp_mul(r, inverse, a);
    fp_mul(symbol, r, inverse); /* a^((p - 1) / 2): 1, -1, or 0 for 0 */
    fp_mul(inverse, inverse, symbol);
    FP(set_small)(one, 1);
    const mc_word is_square = FP(mask_equal)(symbol, one) | FP(mask_zero)(symbol);
    mc_wipe(symbol, sizeof symbol);
    return is_square;
}

/* By the complex method (Adj and Rodriguez-Henriquez 2014, 4.2). With n the root of the norm, t = (a0 + n) / 2 and
 * t' = (a0 - n) / 2 have t t' = -(a1 / 2)^2, so one of them is a square, or both are 0. With c = t^((p + 1) / 4), c^2
 * is t or -t; the root is c + a1 / (2 c) u or, as t' = (a1 / (2 c))^2 then, a1 / (2 c) + c u. For t = 0, which happens
 * if a1 = 0, t' takes its place; no random test meets that. */
void fp2_sqrt_norm(fp2 *r, const fp2 *a, const mc_word *root)
{
    mc_word t[FP_WORDS], other[FP_WORDS], c[FP_WORDS], d[FP_WORDS];
    fp_add(t, a->c0, root);
    fp_sub(other, a->c0, root);
    FP(select)(t, other, FP(mask_zero)(t));
    fp_halve(t, t);
    const mc_word is_square = fp_sqrt_inverse(c, d, t);
    fp_mul(d, d, a->c1);
    fp_halve(d, d);
    FP(copy)(r->c0, c);
    FP(copy)(r->c1, d);
    FP(swap)(r->c0, r->c1, (mc_word)~is_square);
    mc_wipe(t, sizeof t);
    mc_wipe(other, sizeof other);
    mc_wipe(c, sizeof c);
    mc_wipe(d, sizeof d);
}

/* An element is a square if and only if its norm is one. */
mc_word fp2_sqrt(fp2 *r, const fp2 *a)
{
    mc_word norm[FP_WORDS], root[FP_WORDS], inverse[FP_WORDS];
    fp2_norm(norm, a);
    const mc_word is_square = fp_sqrt_inverse(root, inverse, norm);
    fp2_sqrt_norm(r, a, root);
    mc_wipe(norm, sizeof norm);
    mc_wipe(root, sizeof root);
    mc_wipe(inverse, sizeof inverse);
    return is_square;
}
