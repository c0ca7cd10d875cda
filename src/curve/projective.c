#include "curve/curve.h"

void EC(add_signed_var)(ec_projective *r, EC(affine) *q, uint8_t negative, const MC_FLASH EC(curve) *curve)
{
    if (negative)
        EC(affine_negate)(q, q);
    ec_add_mixed_var(r, r, q, curve);
    if (negative)
        EC(affine_negate)(q, q);
}

void EC(projective_select)(ec_projective *r, const ec_projective *p, mc_word mask)
{
    EC(select)(r->x, p->x, mask);
    EC(select)(r->y, p->y, mask);
    EC(select)(r->z, p->z, mask);
#if FIELD_HAS_EDWARDS_CURVES
    EC(select)(r->e, p->e, mask);
    EC(select)(r->h, p->h, mask);
#endif
}

void EC(projective_set_infinity)(ec_projective *r)
{
    EC(affine) infinity;
    EC(affine_set_infinity)(&infinity);
    ec_from_affine(r, &infinity);
}

mc_word EC(projective_mask_infinity)(const ec_projective *p)
{
#if FIELD_HAS_EDWARDS_CURVES
    return EC(mask_zero)(p->x) & EC(mask_equal)(p->y, p->z);
#else
    return EC(mask_zero)(p->z);
#endif
}
