#include "curve/curve.h"

/* The equations of Knudsen 1999 and Schroeppel 2000 for 2 q = p, p = (u, s_p) and q = (x, s) with slopes s = x + y/x:
 * s^2 + s = u + a, x^2 = u (u + s_p + s + 1). The other solution has s + 1 and x^2 + u, and belongs to the point that
 * differs from q by the one of order two. */

/* A half of p, which must be a double: its slope, that of the half-trace, and the square of its x. r_slope and
 * x_squared apart from p and from each other. */
static void halve_to_square(mc_word *x_squared, mc_word *r_slope, const EC(affine_slope) *p,
                            const MC_FLASH EC(curve) *curve)
{
    EC(copy)(x_squared, p->x);
    EC(curve_add_a)(x_squared, curve);
    (void)EC(solve_quadratic)(r_slope, x_squared);
    EC(add)(x_squared, p->x, p->y);
    EC(add)(x_squared, x_squared, r_slope);
    x_squared[0] ^= 1;
    fb_mul(x_squared, x_squared, p->x);
}

/* The right half is itself a multiple of 2^e, the power of two in the cofactor: the points of order 2^i form a cyclic
 * group, in which only infinity is one. It is so if a quarter, an eighth, ... can be taken until 2^e, whichever half is
 * taken each time (two of them differ by the point of order two, which is a multiple of all but 2^e); a point is a
 * double if the trace of its x, and so of the square of that, is the trace of a (Seroussi 1998). A wrong choice would
 * still be a half and go unnoticed until the half after next has none. */
void EC(halve_var)(EC(affine_slope) *r, const EC(affine_slope) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x_squared[EC_WORDS], slope[EC_WORDS];
    halve_to_square(x_squared, slope, p, curve);
    mc_word trace = EC(trace)(x_squared);
    if (EC_CURVE_COFACTOR(curve) % 4 == 0) {
        EC(affine_slope) half;
        mc_word square[EC_WORDS];
        EC(copy)(square, x_squared);
        EC(copy)(half.y, slope);
        for (uint32_t h = EC_CURVE_COFACTOR(curve); h % 4 == 0; h >>= 1) {
            mc_word half_slope[EC_WORDS];
            fb_sqrt(half.x, square);
            halve_to_square(square, half_slope, &half, curve);
            EC(copy)(half.y, half_slope);
            trace = EC(trace)(square);
        }
    }
    if (trace != EC_CURVE_TRACE_OF_A(curve)) {
        EC(add)(x_squared, x_squared, p->x);
        slope[0] ^= 1;
    }
    fb_sqrt(r->x, x_squared);
    EC(copy)(r->y, slope);
}

void EC(affine_to_slope_var)(EC(affine_slope) *r, const EC(affine) *p)
{
    mc_word slope[EC_WORDS];
    fb_inv_var(slope, p->x);
    fb_mul(slope, slope, p->y);
    EC(add)(r->y, slope, p->x);
    EC(copy)(r->x, p->x);
}

void EC(affine_from_slope)(EC(affine) *r, const EC(affine_slope) *p)
{
    EC(add)(r->y, p->x, p->y);
    fb_mul(r->y, r->y, p->x);
    EC(copy)(r->x, p->x);
}
