/* The arithmetic of both sides: shares, and points shared. */
#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "protocol/spake2plus/masks.h"
#include "scalar/scalar.h"

#if SPAKE2PLUS_HAS_MASKS

static const MC_FLASH uint8_t masks[2][EC_POINT_BYTES] = {MC_CONCATENATE(SPAKE2PLUS_M_, MC_FIELD),
                                                          MC_CONCATENATE(SPAKE2PLUS_N_, MC_FIELD)};

void EC(spake2plus_encoded_mask)(uint8_t *encoded, spake2plus_mask mask)
{
    for (size_t i = 0; i < EC_POINT_BYTES; i++)
        encoded[i] = masks[mask][i];
}

/* q = w0 times the mask. */
static mc_status multiply_mask(EC(affine) *q, const mc_word *w0, spake2plus_mask mask, const MC_FLASH EC(curve) *curve)
{
    uint8_t encoded[EC_POINT_BYTES];
    EC(spake2plus_encoded_mask)(encoded, mask);
    const mc_status status = EC(affine_decode)(q, encoded, sizeof encoded);
    return status == MC_OK ? ec_scalar_mult(q, w0, q, curve) : status;
}

mc_status EC(spake2plus_share)(uint8_t *share, const mc_word *secret, const mc_word *w0, spake2plus_mask mask,
                               const MC_FLASH EC(curve) *curve)
{
    EC(affine) p, q;
    mc_status status = ec_scalar_mult_base(&p, secret, curve);
    if (status == MC_OK)
        status = multiply_mask(&q, w0, mask, curve);
    if (status == MC_OK)
        EC(affine_add)(&q, &q, &p, curve);
    if (status == MC_OK && EC(affine_mask_infinity)(&q))
        status = MC_ERROR_RANDOM; /* the source knows the logarithm of the mask */
    if (status == MC_OK)
        EC(affine_encode)(share, &q);
    mc_wipe(&p, sizeof p);
    mc_wipe(&q, sizeof q);
    return status;
}

mc_status EC(spake2plus_multiply)(uint8_t *product, const mc_word *k, const EC(affine) *q,
                                  const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    const mc_status status = ec_scalar_mult_validated(&p, k, q, curve);
    if (status == MC_OK)
        EC(affine_encode)(product, &p);
    mc_wipe(&p, sizeof p);
    return status;
}

mc_status EC(spake2plus_multiply_unmasked)(uint8_t *product, const mc_word *k, const EC(affine) *share,
                                           const mc_word *w0, spake2plus_mask mask, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p, q;
    mc_word multiple[EC_SCALAR_WORDS];
    ORDER(to_form)(multiple, k, EC_CURVE_MODULUS(curve));
    order_mul(multiple, multiple, w0, EC_CURVE_MODULUS(curve));
    mc_status status = ec_scalar_mult_validated(&p, k, share, curve);
    if (status == MC_OK)
        status = multiply_mask(&q, multiple, mask, curve);
    if (status == MC_OK) {
        EC(affine_negate)(&q, &q);
        EC(affine_add)(&q, &q, &p, curve);
        status = EC(affine_mask_infinity)(&q) ? MC_ERROR_SHARED_INFINITY : MC_OK;
    }
    if (status == MC_OK)
        EC(affine_encode)(product, &q);
    mc_wipe(multiple, sizeof multiple);
    mc_wipe(&p, sizeof p);
    mc_wipe(&q, sizeof q);
    return status;
}

#endif
