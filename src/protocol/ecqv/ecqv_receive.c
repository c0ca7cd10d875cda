/* Certificate reception (SEC 4, 3.5). */
#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "scalar/scalar.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* d = e k + r mod n. */
MC_NOINLINE mc_status derive_private_key(mc_word *d, const mc_word *e, const uint8_t *contribution,
                                         const uint8_t *request_private_key, size_t contribution_bytes,
                                         size_t request_private_key_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_word r[EC_SCALAR_WORDS];
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_status status = EC(scalar_decode)(r, contribution, contribution_bytes, curve);
    if (status == MC_OK)
        status = EC(scalar_decode)(d, request_private_key, request_private_key_bytes, curve);
    if (status != MC_OK)
        return status;
    ORDER(to_form)(d, d, m);
    order_mul(d, d, e, m);
    order_add(d, d, r, m);
    return MC_OK;
}

/* MC_OK if q = d G. */
MC_NOINLINE mc_status check_pair(const mc_word *d, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, d, curve);
    if (status == MC_OK && !(field_mask_equal(p.x, q->x) & field_mask_equal(p.y, q->y)))
        status = MC_ERROR_CERTIFICATE;
    mc_wipe(&p, sizeof p);
    return status;
}

mc_status EC(ecqv_receive)(uint8_t *private_key, uint8_t *public_key, const uint8_t *certificate,
                           const uint8_t *contribution, const uint8_t *request_private_key,
                           const uint8_t *authority_public_key, size_t certificate_bytes, size_t contribution_bytes,
                           size_t request_private_key_bytes, size_t authority_public_key_bytes, const mc_hash *hash,
                           const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word d[EC_SCALAR_WORDS], e[EC_SCALAR_WORDS];
    if (!hash)
        return MC_ERROR_UNSUPPORTED;
    mc_status status = EC(ecqv_reconstruct)(&q, e, certificate, authority_public_key, certificate_bytes,
                                            authority_public_key_bytes, hash, curve);
    if (status != MC_OK)
        return status;
    status = derive_private_key(d, e, contribution, request_private_key, contribution_bytes, request_private_key_bytes,
                                curve);
    if (status == MC_OK)
        status = check_pair(d, &q, curve);
    if (status == MC_OK) {
        mc_words_to_octets(private_key, EC_SCALAR_BYTES(curve), d);
        EC(affine_encode)(public_key, &q);
    }
    mc_wipe(d, sizeof d);
    EC_WIPE_SPILLED();
    return status;
}

#endif
