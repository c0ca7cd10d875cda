/* Extraction of the public key (SEC 4, 3.6). */
#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "scalar/scalar.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* The certificate's point, validated. */
static mc_status decode_certificate(EC(affine) *p, const uint8_t *certificate, size_t certificate_bytes,
                                    const MC_FLASH EC(curve) *curve)
{
    if (certificate_bytes < MC_ECQV_CERTIFICATE_BYTES(0, EC_BYTES))
        return MC_ERROR_LENGTH;
    const uint8_t *octets = certificate + certificate_bytes - MC_ECQV_CERTIFICATE_BYTES(0, EC_BYTES);
    if ((octets[0] & ~1) != MC_POINT_COMPRESSED)
        return MC_ERROR_ENCODING;
    mc_status status = EC(element_decode)(p->x, octets + 1);
    if (status == MC_OK)
        status = EC(affine_from_x_var)(p, p->x, octets[0] & 1, curve);
    return status == MC_OK ? EC(affine_validate)(p, curve) : status;
}

mc_status EC(ecqv_reconstruct)(EC(affine) *q, mc_word *e, const uint8_t *certificate,
                               const uint8_t *authority_public_key, size_t certificate_bytes,
                               size_t authority_public_key_bytes, const mc_hash *hash, const MC_FLASH EC(curve) *curve)
{
    EC(affine) authority;
    mc_status status = decode_certificate(q, certificate, certificate_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&authority, authority_public_key, authority_public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    EC(ecqv_hash)(e, certificate, certificate_bytes, hash, curve);
    status = ec_scalar_mult_var(q, e, q, curve);
    EC(affine_add_var)(q, q, &authority, curve);
    return status == MC_OK && EC(affine_mask_infinity)(q) ? MC_ERROR_INFINITY : status;
}

mc_status EC(ecqv_public_key)(uint8_t *public_key, const uint8_t *certificate, const uint8_t *authority_public_key,
                              size_t certificate_bytes, size_t authority_public_key_bytes, const mc_hash *hash,
                              const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word e[EC_SCALAR_WORDS];
    if (!hash)
        return MC_ERROR_UNSUPPORTED;
    mc_status status = EC(ecqv_reconstruct)(&q, e, certificate, authority_public_key, certificate_bytes,
                                            authority_public_key_bytes, hash, curve);
    if (status == MC_OK)
        EC(affine_encode)(public_key, &q);
    return status;
}

#endif
