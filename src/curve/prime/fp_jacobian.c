/*---
name: jacobian
family: coordinates
summary: Jacobian coordinates x = X/Z^2, y = Y/Z^3: doubling 4M + 4S for a = -3, 3M + 4S for a = 0, 4M + 6S for
  general a; mixed addition 8M + 3S, addition 12M + 4S
source: hankerson2004 Algorithms 3.21 and 3.22; Cohen, Miyaji and Ono 1998
domain: any points of the curve, infinity, equal and opposite ones included
constant_time: no
curves: prime
requires: !FIELD_HAS_EDWARDS_CURVES
uses: fp-mul-reduce, fp-sqr-reduce, fp-inv, jacobian-addition, jacobian-doubling
---*/
#include "curve/prime/fp_formulas.h"
#include "curve/prime/fp_point_core.h"

#if !FIELD_HAS_EDWARDS_CURVES
#if MC_NATIVE_JACOBIAN
#include "native/montgomery.h"
#endif

void EC(jacobian_from_affine)(EC(jacobian) *r, const EC(affine) *p)
{
    field_copy(r->x, p->x);
    field_copy(r->y, p->y);
    field_set_small(r->z, 1 & ~EC(affine_mask_infinity)(p));
}

void EC(jacobian_to_affine_by_inverse)(EC(affine) *r, const mc_word *x, const mc_word *y, mc_word *z)
{
    mc_word square[EC_WORDS];
    fp_sqr(square, z);
    fp_mul(r->x, x, square);
    fp_mul(z, z, square);
    fp_mul(r->y, y, z);
    mc_wipe(square, sizeof square);
}

mc_word EC(jacobian_mask_infinity)(const EC(jacobian) *p)
{
    return field_mask_zero(p->z);
}

void EC(jacobian_scale)(EC(jacobian) *p, const mc_word *factor, const MC_FLASH EC(curve) *curve)
{
    jacobian_scale_core((point_target)POINT_jacobian(p), factor, curve);
}

MC_INLINE void double_core(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    jacobian_double_core((point_target)POINT_jacobian(r), (point_source)POINT_jacobian(p), curve);
}

MC_INLINE mc_word add_mixed_core(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                                 const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_jacobian(r), (point_source)POINT_jacobian(p),
                             (point_source)POINT_affine(q), curve);
}

#if MC_NATIVE_JACOBIAN

MC_NOINLINE void double_in_c(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    double_core(r, p, curve);
}

static void double_by_kernel(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_A_CLASS(curve) == MC_NATIVE_JACOBIAN_A)
        MC_POINT_KERNEL(mc_jacobian_double_, MC_FIELD)(r->x, p->x);
    else
        double_in_c(r, p, curve);
}

static void add_mixed_by_kernel(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve, mc_word *equal)
{
    (void)curve; /* its coefficients are in no formula */
    *equal = mc_word_mask_zero(MC_POINT_KERNEL(mc_jacobian_add_, MC_FIELD)(r->x, p->x, q->x));
}

#if MC_NATIVE_X86_64 /* not every processor has the kernels' instructions */

typedef void double_function(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve);
typedef void add_mixed_function(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve, mc_word *equal);
double_function EC(jacobian_double_bound);
add_mixed_function EC(jacobian_add_mixed_bound);

MC_NOINLINE void add_mixed_in_c(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                                const MC_FLASH EC(curve) *curve, mc_word *equal)
{
    *equal = add_mixed_core(r, p, q, curve);
}

#pragma GCC visibility push(hidden)
MC_BIND(EC(jacobian_double_bound), double_function, mc_x86_64_has_adx, double_by_kernel, double_in_c,
        (EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve), (r, p, curve))
MC_BIND(EC(jacobian_add_mixed_bound), add_mixed_function, mc_x86_64_has_adx, add_mixed_by_kernel, add_mixed_in_c,
        (EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve, mc_word *equal),
        (r, p, q, curve, equal))
#pragma GCC visibility pop
#define DOUBLE    EC(jacobian_double_bound)
#define ADD_MIXED EC(jacobian_add_mixed_bound)
#else
#define DOUBLE    double_by_kernel
#define ADD_MIXED add_mixed_by_kernel
#endif

static inline mc_word add_mixed_bound(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                                      const MC_FLASH EC(curve) *curve)
{
    mc_word equal;
    ADD_MIXED(r, p, q, curve, &equal);
    return equal;
}
#define double_core    DOUBLE
#define add_mixed_core add_mixed_bound

#elif defined(MC_JACOBIAN_ADDITION) && defined(MC_JACOBIAN_DOUBLING) && !MC_STEPWISE

/* By members of the families jacobian-doubling and jacobian-addition, which compute in place. */
void EC(MC_JACOBIAN_DOUBLING)(mc_word *point);
void EC(MC_JACOBIAN_ADDITION)(mc_word *sum, const mc_word *entry);

static void double_by_routines(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    if (EC_CURVE_A_CLASS(curve) != MC_COEFFICIENT_MINUS_3) {
        double_core(r, p, curve);
        return;
    }
    if (r != p)
        *r = *p;
    EC(MC_JACOBIAN_DOUBLING)(r->x);
}

/* Of equal points X = Z = 0, and of infinity, for which Y^2 = X^3. */
static mc_word add_mixed_by_routines(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q)
{
    if (r != p)
        *r = *p;
    EC(MC_JACOBIAN_ADDITION)(r->x, q->x);
    return field_mask_zero(r->z) & field_mask_zero(r->x);
}
#define double_core                    double_by_routines
#define add_mixed_core(r, p, q, curve) add_mixed_by_routines(r, p, q)

#endif

void EC(jacobian_double)(EC(jacobian) *r, const EC(jacobian) *p, const MC_FLASH EC(curve) *curve)
{
    double_core(r, p, curve);
}

mc_word EC(jacobian_add_mixed)(EC(jacobian) *r, const EC(jacobian) *p, const EC(affine) *q,
                               const MC_FLASH EC(curve) *curve)
{
    return add_mixed_core(r, p, q, curve);
}

mc_word EC(jacobian_add)(EC(jacobian) *r, const EC(jacobian) *p, const EC(jacobian) *q, const MC_FLASH EC(curve) *curve)
{
    return jacobian_add_core((point_target)POINT_jacobian(r), (point_source)POINT_jacobian(p),
                             (point_source)POINT_jacobian(q), curve);
}

void EC(jacobian_negate)(EC(jacobian) *r, const EC(jacobian) *p)
{
    if (r != p)
        *r = *p;
    field_negate(r->y, p->y);
}

#endif
