#include "protocol/eddsa/ed.h"

#include <string.h>

#include "protocol/verdict/verdict.h"
#include "scalar/scalar.h"

#if FIELD_HAS_EDDSA_CURVES

/* point = S G - k A, by the steps of ed_verify_as, in a frame of its own. MC_ERROR_FAULT for a point that is not on the
 * curve, as a fault in the inversion can make it. */
MC_NOINLINE mc_status ed_nonce_point(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                     const ed_message *message, const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word s[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS];
    mc_status status = EC(ed_decode_signature)(s, signature, curve);
    if (status == MC_OK)
        status = EC(edwards_decode_var)(&q, public_key, curve);
    if (status == MC_OK)
        status = EC(ed_check_key)(&q, curve);
    if (status == MC_OK)
        status = EC(ed_hash_message)(k, signature, public_key, message, curve);
    if (status != MC_OK)
        return status;
    EC(affine_negate)(&q, &q);
    status = ec_scalar_mult_double(point, s, k, &q, curve);
    return status == MC_OK && !EC(affine_mask_on_curve)(point, curve) ? MC_ERROR_FAULT : status;
}

MC_NOINLINE uint32_t ed_differences(const uint8_t *r, const EC(affine) *point)
{
    uint8_t octets[ED_BYTES];
    EC(edwards_encode)(octets, point);
    return mc_verdict_differs(octets, r, ED_BYTES);
}

/* A call that is skipped leaves the point (0, 0), which is encoded as zeros. */
mc_status EC(ed_eddsa_verify_verdict)(uint8_t *verdict, const uint8_t *signature, const uint8_t *public_key,
                                      const uint8_t *message, size_t signature_bytes, size_t public_key_bytes,
                                      size_t message_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
    const ed_message what = {.octets = message, .bytes = message_bytes};
    if (signature_bytes != ED_SIGNATURE_BYTES || public_key_bytes != ED_BYTES)
        return MC_ERROR_LENGTH;
    memset(&point, 0, sizeof point);
    const mc_status status = ed_nonce_point(&point, signature, public_key, &what, curve);
    const uint32_t first = ed_differences(signature, &point), second = ed_differences(signature, &point);
    return mc_verdict_put(verdict, status, first, second);
}

#endif
