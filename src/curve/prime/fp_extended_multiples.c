#include "curve/curve.h"

#if FIELD_HAS_EDWARDS_CURVES

/* With A = a X^2, C = Y^2, K = (C + A)(C - A), B = 2 (2 Z^2 - A - C), F = K - C B, G = K + A B: E3 = X (C B + K),
 * H3 = Y (A B - K), X3 = E3 Z F, Y3 = H3 Z G, Z3 = Z F Z G: 10M + 3S (Bernstein, Chuengsatiansup and Lange 2017,
 * tripling). */
void EC(extended_triple)(EC(extended) *r, const EC(extended) *p, const MC_FLASH EC(curve) *curve)
{
    mc_word a[EC_WORDS], b[EC_WORDS], c[EC_WORDS], k[EC_WORDS], f[EC_WORDS];
    fp_sqr(c, p->y);
    fp_sqr(f, p->x);
    field_set_small(a, 0);
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1)
        fp_sub(a, a, f);
    else
        field_copy(a, f);
    fp_sqr(b, p->z);
    fp_add(b, b, b);
    fp_add(f, c, a);
    fp_sub(b, b, f);
    fp_add(b, b, b);
    fp_sub(k, c, a);
    fp_mul(k, k, f);
    fp_mul(a, a, b);
    fp_mul(c, c, b);
    fp_sub(f, k, c);
    fp_add(c, c, k);
    fp_sub(b, a, k);
    fp_add(k, k, a);
    fp_mul(f, f, p->z);
    fp_mul(k, k, p->z);
    fp_mul(r->e, p->x, c);
    fp_mul(r->h, p->y, b);
    fp_mul(r->x, r->e, f);
    fp_mul(r->y, r->h, k);
    fp_mul(r->z, f, k);
}

#endif
