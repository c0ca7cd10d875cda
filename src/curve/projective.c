#include "curve/curve.h"

void EC(add_signed_var)(ec_projective *r, EC(affine) * q, uint8_t negative, const MC_FLASH EC(curve) * curve)
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
}
