#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "scalar/scalar.h"

/* In line, so that a mote that leaves the cofactor out has no arithmetic modulo n. */
MC_INLINE mc_status agree(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                          size_t peer_key_bytes, uint8_t with_cofactor, const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS];
    EC(affine) q;
    mc_status status = EC(public_key_decode)(&q, peer_key, peer_key_bytes, curve);
    if (status != MC_OK)
        return status;
    status = EC(scalar_decode)(d, private_key, private_key_bytes, curve);
    if (status == MC_OK && with_cofactor)
        EC(multiply_cofactor)(d, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_for_x(&q, d, curve);
    if (status == MC_OK && EC(affine_mask_infinity)(&q)) /* not from a q of order n, whatever d is */
        status = MC_ERROR_SHARED_INFINITY;
    if (status == MC_OK)
        EC(element_encode)(secret, q.x);
    mc_wipe(d, sizeof d);
    mc_wipe(&q, sizeof q);
    EC_WIPE_SPILLED();
    return status;
}

mc_status EC(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH EC(curve) *curve)
{
    return agree(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, 0, curve);
}

mc_status EC(ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                            size_t private_key_bytes, size_t peer_key_bytes, const MC_FLASH EC(curve) *curve)
{
    return agree(secret, private_key, peer_key, private_key_bytes, peer_key_bytes, 1, curve);
}
