#include "curve/curve.h"

/* The equations of Knudsen 1999 and Schroeppel 2000 for 2 q = p, p = (u, s_p) and q = (x, s) with slopes s = x + y/x:
 * s^2 + s = u + a, x^2 = u (u + s_p + s + 1). The other solution has s + 1 and x^2 + u, and belongs to the point that
 * differs from q by the one of order two. */

/* A half of p, which must be a double: its own slope, from the half-trace, takes the place of p's. */
static void halve_to_square(mc_word *x_squared, EC(affine_slope) *p, const MC_FLASH EC(curve) *curve)
{
    field_add(x_squared, p->y, p->x);
    x_squared[0] ^= 1;
    EC(curve_add_a)(p->x, curve);
    (void)field_solve_quadratic(p->y, p->x);
    EC(curve_add_a)(p->x, curve);
    field_add(x_squared, x_squared, p->y);
    fb_mul(x_squared, x_squared, p->x);
}

/* The trace of the x of a part of p: a quarter for cofactors that 4 divides, an eighth for those that 8 divides, ...,
 * else the half. The half is given by its slope and the square of its x. */
static mc_word trace_of_part(const mc_word *x_squared, const mc_word *slope, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_COFACTOR(curve) % 4)
        return field_trace(x_squared);
    EC(affine_slope) part;
    mc_word next[EC_WORDS];
    field_copy(next, x_squared);
    field_copy(part.y, slope);
    for (uint32_t h = EC_CURVE_COFACTOR(curve); h % 4 == 0; h >>= 1) {
        fb_sqrt(part.x, next);
        halve_to_square(next, &part, curve);
    }
    return field_trace(next);
}

/* The right half is itself a multiple of 2^e, the power of two in the cofactor: the points of order 2^i form a cyclic
 * group, in which only infinity is one. It is so if a quarter, an eighth, ... can be taken until 2^e, whichever half is
 * taken each time (two of them differ by the point of order two, which is a multiple of all but 2^e); a point is a
 * double if the trace of its x, and so of the square of that, is the trace of a (Seroussi 1998). A wrong choice would
 * still be a half and go unnoticed until the half after next has none. */
void EC(halve_var)(EC(affine_slope) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word x_squared[EC_WORDS];
    halve_to_square(x_squared, p, curve);
    if (trace_of_part(x_squared, p->y, curve) != EC_CURVE_TRACE_OF_A(curve)) {
        field_add(x_squared, x_squared, p->x);
        p->y[0] ^= 1;
    }
    fb_sqrt(p->x, x_squared);
}

void EC(affine_to_slope_var)(EC(affine_slope) *r, const EC(affine) *p)
{
    mc_word slope[EC_WORDS];
    fb_inv_var(slope, p->x);
    fb_mul(slope, slope, p->y);
    field_add(r->y, slope, p->x);
    field_copy(r->x, p->x);
}

void EC(affine_from_slope)(EC(affine) *r, const EC(affine_slope) *p)
{
    field_add(r->y, p->x, p->y);
    fb_mul(r->y, r->y, p->x);
    field_copy(r->x, p->x);
}
