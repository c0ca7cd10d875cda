/* The map of Fouque and Tibouchi 2010 for curves y^2 = g(x) with g(-x) = -g(x) and q = 3 mod 4: of g(u) and g(-u) one
 * is a square, for -1 is none. u and -u give the same x; the lowest bit of u chooses y. So the map is one to one but
 * where g(u) = 0, its image is all of the curve, and a hash to F_q becomes one to the curve with nothing lost: a random
 * oracle needs one value of the map, not the sum of two. */
#include "pairing/tate/tate.h"

void EC(tate_map)(EC(tate_point) *r, const mc_word *u)
{
    mc_word right[FP_WORDS], minus_u[FP_WORDS];
    const mc_word is_odd = fp_mask_odd(u);
    FP(neg)(minus_u, u);
    FP(copy)(r->x, u);
    EC(tate_right_hand_side)(right, r->x);
    /* right^((q + 1) / 4), whose square is -right where right is no square. */
    const mc_word is_square = FP(sqrt_exponent)(r->y, right);
    FP(select)(r->x, minus_u, (mc_word)~is_square);
    FP(neg)(right, r->y);
    FP(select)(r->y, right, fp_mask_odd(r->y) ^ is_odd);
    mc_wipe(right, sizeof right);
    mc_wipe(minus_u, sizeof minus_u);
}
