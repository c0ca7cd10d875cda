#include "curve/prime/fp_formulas.h"
#include "curve/prime/fp_point_core.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* Once for all rows: the steps that a row leaves out are decided as it runs. */
MC_NOINLINE void add_jacobian_family(point_target r, point_source p, point_source q, const MC_FLASH EC(curve) *curve)
{
    (void)jacobian_add_core(r, p, q, curve);
}

MC_NOINLINE void double_jacobian_family(point_target r, point_source p, const MC_FLASH EC(curve) *curve)
{
    jacobian_double_core(r, p, curve);
}

#define DEFINE_SUM(p_, q_, r_)                                                                                         \
    void EC(add_##p_##_##q_##_to_##r_)(EC(r_) *r, const EC(p_) *p, const EC(q_) *q, const MC_FLASH EC(curve) *curve)   \
    {                                                                                                                  \
        add_jacobian_family((point_target)POINT_##r_(r), (point_source)POINT_##p_(p), (point_source)POINT_##q_(q),     \
                            curve);                                                                                    \
    }
#define DEFINE_DOUBLE(p_, r_)                                                                                          \
    void EC(double_##p_##_to_##r_)(EC(r_) *r, const EC(p_) *p, const MC_FLASH EC(curve) *curve)                        \
    {                                                                                                                  \
        double_jacobian_family((point_target)POINT_##r_(r), (point_source)POINT_##p_(p), curve);                       \
    }
JACOBIAN_SUMS(DEFINE_SUM)
JACOBIAN_DOUBLES(DEFINE_DOUBLE)
#undef DEFINE_SUM
#undef DEFINE_DOUBLE

void EC(add_affine_affine_to_affine)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q,
                                     const MC_FLASH EC(curve) *curve)
{
    mc_word inverse[EC_WORDS];
    fp_sub(inverse, q->x, p->x);
    fp_inv_var(inverse, inverse);
    EC(affine_add_distinct)(r, p, q, inverse, curve);
}

void EC(double_affine_to_affine)(EC(affine) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    EC(affine_double_var)(r, p, curve);
}

#endif
