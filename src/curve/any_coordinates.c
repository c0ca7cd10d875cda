#include "curve/curve.h"

/* Coordinates whose mixed addition has no exceptional cases but infinity as affine point. */
#define COMPLETE_projective_complete 1
#define ADDITION_IS_COMPLETE         MC_CONCATENATE(COMPLETE_, EC_COORDINATES)

void EC(point_add_mixed_var)(ec_projective *r, const ec_projective *p, const EC(affine) *q,
                             const MC_FLASH EC(curve) *curve)
{
    /* No exception on Edwards curves, but faster; there X is 0 at infinity, as Z is on binary curves. */
    if (!(FIELD_HAS_EDWARDS_CURVES && p->x[0]) && !(!FIELD_IS_PRIME && p->z[0]) && ec_mask_infinity(p)) {
        ec_from_affine(r, q);
        return;
    }
#if FIELD_HAS_EDWARDS_CURVES
    EC(extended_add_mixed_any_var)(r, p, q, curve);
#else
    /* A word of x other than 0 tells sooner. */
    if (!(!FIELD_IS_PRIME && q->x[0]) && EC(affine_mask_infinity)(q)) {
        if (r != p)
            *r = *p;
        return;
    }
    if (ec_add_mixed(r, p, q, curve)) {
        ec_from_affine(r, q);
        ec_double(r, r, curve);
    }
#endif
}

#if EC_HAS_ADD
void EC(point_add_var)(ec_projective *r, const ec_projective *p, const ec_projective *q,
                       const MC_FLASH EC(curve) *curve)
{
    if (ec_mask_infinity(p))
        *r = *q;
    else if (!ec_mask_infinity(q)) {
        if (ec_add(r, p, q, curve))
            ec_double(r, q, curve);
    } else if (r != p)
        *r = *p;
}
#endif

#if !FIELD_HAS_EDWARDS_CURVES && !ADDITION_IS_COMPLETE
/* sum, which is p + q but for exceptions, becomes p + q: of all cases masks choose. `equal`: p = q or p is infinity.
 * Its frame is not there while the addition has its own. */
MC_NOINLINE void put_exceptions(ec_projective *sum, const ec_projective *p, const EC(affine) *q, mc_word equal,
                                const MC_FLASH EC(curve) *curve)
{
    ec_projective other;
    const mc_word p_infinity = ec_mask_infinity(p);
    ec_from_affine(&other, q);
    EC(point_select)(sum, &other, p_infinity);
    ec_double(&other, &other, curve);
    EC(point_select)(sum, &other, (mc_word)(equal & ~p_infinity));
    EC(point_select)(sum, p, EC(affine_mask_infinity)(q));
    mc_wipe(&other, sizeof other);
}
#endif

/* Every case is computed. */
void EC(point_add_mixed_complete)(ec_projective *r, const ec_projective *p, const EC(affine) *q,
                                  const MC_FLASH EC(curve) *curve)
{
#if FIELD_HAS_EDWARDS_CURVES
    (void)ec_add_mixed(r, p, q, curve);
#elif ADDITION_IS_COMPLETE
    ec_projective sum;
    (void)ec_add_mixed(&sum, p, q, curve);
    EC(point_select)(&sum, p, EC(affine_mask_infinity)(q));
    *r = sum;
    mc_wipe(&sum, sizeof sum);
#else
    ec_projective sum;
    const mc_word equal = ec_add_mixed(&sum, p, q, curve);
    put_exceptions(&sum, p, q, equal, curve);
    *r = sum;
    mc_wipe(&sum, sizeof sum);
#endif
}

void EC(affine_add)(EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    ec_projective sum;
    ec_from_affine(&sum, p);
    ec_add_mixed_complete(&sum, &sum, q, curve);
    ec_to_affine(r, &sum);
    mc_wipe(&sum, sizeof sum);
}

void EC(point_to_affine)(EC(affine) *r, const ec_projective *p)
{
    mc_word inverse[EC_WORDS];
    field_inv(inverse, p->z);
    ec_to_affine_by_inverse(r, p->x, p->y, inverse);
    mc_wipe(inverse, sizeof inverse);
}

void EC(point_to_affine_var)(EC(affine) *r, const ec_projective *p)
{
    mc_word inverse[EC_WORDS];
    field_inv_var(inverse, p->z);
    ec_to_affine_by_inverse(r, p->x, p->y, inverse);
}

void EC(point_to_affine_each_var)(EC(affine) *points, mc_word (*z)[EC_WORDS], uint8_t count,
                                  mc_word (*scratch)[EC_WORDS])
{
    field_inv_each_var(z, scratch, count);
    for (uint8_t i = 0; i < count; i++)
        ec_to_affine_by_inverse(&points[i], points[i].x, points[i].y, z[i]);
}

#if !(MC_CONCATENATE(EC_TRIPLES_, EC_COORDINATES) && MC_CONCATENATE(EC_QUINTUPLES_, EC_COORDINATES))
/* r = 2^doublings p + p; costs an inversion where projective points cannot be added. */
static void double_and_add(ec_projective *r, const ec_projective *p, uint8_t doublings, const MC_FLASH EC(curve) *curve)
{
    ec_projective multiple = *p;
    while (doublings--)
        ec_double(&multiple, &multiple, curve);
#if EC_HAS_ADD
    ec_add_var(&multiple, &multiple, p, curve);
#else
    EC(affine) point;
    ec_to_affine_var(&point, p);
    ec_add_mixed_var(&multiple, &multiple, &point, curve);
#endif
    *r = multiple;
}
#endif

#if !MC_CONCATENATE(EC_TRIPLES_, EC_COORDINATES)
void EC(point_triple_var)(ec_projective *r, const ec_projective *p, const MC_FLASH EC(curve) *curve)
{
    double_and_add(r, p, 1, curve);
}
#endif

#if !MC_CONCATENATE(EC_QUINTUPLES_, EC_COORDINATES)
void EC(point_quintuple_var)(ec_projective *r, const ec_projective *p, const MC_FLASH EC(curve) *curve)
{
    double_and_add(r, p, 2, curve);
}
#endif

void EC(point_split)(EC(affine) *point, mc_word *z, const ec_projective *p)
{
    field_copy(point->x, p->x);
    field_copy(point->y, p->y);
    field_copy(z, p->z);
    if (field_mask_zero(z)) {
        EC(affine_set_infinity)(point);
        field_set_small(z, 1);
    }
}

void EC(add_signed_var)(ec_projective *r, EC(affine) *q, uint8_t negative, const MC_FLASH EC(curve) *curve)
{
    if (negative)
        EC(affine_negate)(q, q);
    ec_add_mixed_var(r, r, q, curve);
    if (negative)
        EC(affine_negate)(q, q);
}

/* Types of points are made of elements alone. */
void EC(point_select)(ec_projective *r, const ec_projective *p, mc_word mask)
{
    mc_word(*to)[EC_WORDS] = &r->x;
    const mc_word(*from)[EC_WORDS] = &p->x;
    for (uint8_t i = 0; i < sizeof *r / sizeof r->x; i++)
        field_select(to[i], from[i], mask);
}

void EC(point_set_infinity)(ec_projective *r)
{
    EC(affine) infinity;
    EC(affine_set_infinity)(&infinity);
    ec_from_affine(r, &infinity);
}

#if !FIELD_IS_PRIME
void EC(point_frobenius)(ec_projective *r, const ec_projective *p)
{
    mc_word(*to)[EC_WORDS] = &r->x;
    const mc_word(*from)[EC_WORDS] = &p->x;
    for (uint8_t i = 0; i < sizeof *r / sizeof r->x; i++)
        fb_sqr(to[i], from[i]);
}

void EC(point_frobenius_times)(ec_projective *p, uint8_t count)
{
    mc_word(*coordinate)[EC_WORDS] = &p->x;
    for (uint8_t i = 0; i < sizeof *p / sizeof p->x; i++)
        fb_sqr_times(coordinate[i], coordinate[i], count);
}
#endif
