#include "curve/binary/fb_wide.h"

#if FB_HAS_WIDE_POINTS

/* Written out at each place, the longest products would fill the cache of instructions. */
#if FB_WORDS > 8
#define WIDE_PRODUCT MC_NOINLINE WIDE
#else
#define WIDE_PRODUCT WIDE_INLINE
#endif

WIDE_PRODUCT wide_element product(wide_element a, wide_element b)
{
    return wide_mul(a, b);
}

/* x1 = X1 Z2, x2 = X2 Z1, A = Y1 Z2 + Y2 Z1, B = (x1 + x2)^2, F = A B Z2: X3 = (A x1)(A x2), Y3 = (A x2 + B)^2 + F (Y1
 * + Z1), Z3 = F Z1 (Oliveira, Lopez, Aranha and Rodriguez-Henriquez 2013); z2 is null for Z2 = 1. B is 0 if p is q or
 * -q, and A is 0 if the sum has order two. 11M + 2S, mixed 8M + 2S. */
WIDE_INLINE wide_point fb_wide_chord(const wide_point *p, wide_element x1, wide_element y1, const wide_element *q_x,
                                     const wide_element *q_y, const wide_element *z2)
{
    const wide_element x2 = product(*q_x, p->z);
    const wide_element a = wide_add(y1, product(*q_y, p->z)), b = wide_sqr(wide_add(x1, x2));
    const wide_element v = product(a, x2);
    wide_element f = product(a, b);
    if (z2)
        f = product(f, *z2);
    wide_point r;
    r.x = product(product(a, x1), v);
    r.y = wide_add(wide_sqr(wide_add(v, b)), product(f, wide_add(p->y, p->z)));
    r.z = product(f, p->z);
    return r;
}

WIDE void EC(wide_add_vpclmul)(wide_point *r, const wide_point *p, const wide_point *q)
{
    *r = fb_wide_chord(p, product(p->x, q->z), product(p->y, q->z), &q->x, &q->y, &q->z);
}

WIDE void EC(wide_add_mixed_vpclmul)(wide_point *r, const wide_point *p, const wide_slope *q)
{
    *r = fb_wide_chord(p, p->x, p->y, &q->x, &q->y, NULL);
}

/* T = Y^2 + Y Z + a Z^2: X3 = T^2, Z3 = T Z^2, Y3 = (X Z)^2 + X3 + T Y Z + Z3. T is 0 if 2 p has order two. 4M + 4S. */
WIDE void EC(wide_double_vpclmul)(wide_point *r, const wide_point *p, uint8_t a)
{
    const wide_element yz = product(p->y, p->z), z2 = wide_sqr(p->z);
    const wide_element xz = product(p->x, p->z);
    wide_element t = wide_add(wide_sqr(p->y), yz);
    if (a)
        t = wide_add(t, z2);
    r->x = wide_sqr(t);
    r->z = product(t, z2);
    r->y = wide_add(wide_add(wide_sqr(xz), r->x), wide_add(product(t, yz), r->z));
}

/* Of equal points the formula makes three zeros and of others it does not: if A and Z3 are 0, then Y3 = B^2. Of
 * opposite ones Z3 is 0 as it should be. */
WIDE void EC(wide_add_complete_vpclmul)(wide_point *r, const wide_point *p, const wide_point *q, uint8_t a)
{
    wide_point twice;
    EC(wide_double_vpclmul)(&twice, p, a);
    EC(wide_add_vpclmul)(r, p, q);
    *r = wide_point_select(r, &twice, wide_mask_zero(&r->x) & wide_mask_zero(&r->y) & wide_mask_zero(&r->z));
    *r = wide_point_select(r, q, wide_mask_zero(&p->z));
    *r = wide_point_select(r, p, wide_mask_zero(&q->z));
    mc_wipe(&twice, sizeof twice);
}

/* As fb/inversion/inv_itoh_tsujii.c. */
WIDE void EC(wide_inv_vpclmul)(wide_element *r, const wide_element *a)
{
    const wide_element first = *a;
    wide_element power = first;
    unsigned top = 1;
    while (top <= (FB_M - 1) / 2)
        top *= 2;
    unsigned k = 1;
    for (unsigned bit = top / 2; bit; bit /= 2) {
        power = product(wide_sqr_times(power, k), power);
        k *= 2;
        if ((FB_M - 1) & bit) {
            power = product(wide_sqr(power), first);
            k++;
        }
    }
    *r = wide_sqr(power);
}

WIDE void EC(wide_to_affine_vpclmul)(wide_affine *r, const wide_point *p)
{
    wide_element inverse;
    EC(wide_inv_vpclmul)(&inverse, &p->z);
    *r = wide_to_affine(p, inverse);
    mc_wipe(&inverse, sizeof inverse);
}

#endif
