#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "scalar/scalar.h"

#ifdef ec_scalar_mult_x_fraction
#include "protocol/ladder_depth.h"
#include "scalar/ladder/x_fraction.h"

MC_WIPE_BELOW(wipe_below, LADDER_DEPTH)

mc_status EC(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH EC(curve) *curve)
{
    struct {
        mc_word d[EC_SCALAR_WORDS];
        EC(ladder_room) ladder;
    } own;
    mc_status status = EC(affine_decode)(&own.ladder.q, peer_key, peer_key_bytes);
    if (status == MC_OK)
        status = ec_ladder_validate(&own.ladder, curve);
    if (status == MC_OK)
        status = EC(scalar_decode)(own.d, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_x_fraction(&own.ladder, own.d, curve);
    if (status == MC_OK) {
        field_inv(own.ladder.z, own.ladder.z); /* of 0 it is 0 */
        field_mul(own.ladder.x, own.ladder.x, own.ladder.z);
        field_from_form(own.ladder.x, own.ladder.x);
        mc_words_to_octets(secret, EC_BYTES, own.ladder.x);
        if (field_mask_zero(own.ladder.z)) /* not from a q of order n, whatever d is */
            status = MC_ERROR_SHARED_INFINITY;
    }
    mc_wipe(&own, sizeof own);
    wipe_below();
    return status;
}

#else

/* q = k q. Its y may be wrong, but infinity is told right. */
#ifdef ec_scalar_mult_fraction

MC_NOINLINE mc_status check_scalar(const uint8_t *k, size_t k_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS];
    const mc_status status = EC(scalar_decode)(d, k, k_bytes, curve);
    mc_wipe(d, sizeof d);
    return status;
}

static mc_status agree_multiply(EC(affine) *q, const uint8_t *k, size_t k_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_status status = check_scalar(k, k_bytes, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_fraction(q, k, curve);
    if (status == MC_OK) {
        field_inv(q->y, q->y); /* of 0 it is 0 */
        field_mul(q->x, q->x, q->y);
    }
    return status;
}

#else

static mc_status agree_multiply(EC(affine) *q, const uint8_t *k, size_t k_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS];
    mc_status status = EC(scalar_decode)(d, k, k_bytes, curve);
    if (status == MC_OK)
        status = ec_scalar_mult_validated(q, d, q, curve);
    mc_wipe(d, sizeof d);
    return status;
}

#endif

mc_status EC(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_status status = EC(public_key_decode)(&q, peer_key, peer_key_bytes, curve);
    if (status != MC_OK)
        return status;
    status = agree_multiply(&q, private_key, private_key_bytes, curve);
    if (status == MC_OK && EC(affine_mask_infinity)(&q)) /* not from a q of order n, whatever d is */
        status = MC_ERROR_SHARED_INFINITY;
    if (status == MC_OK)
        EC(element_encode)(secret, q.x);
    mc_wipe(&q, sizeof q);
    EC_WIPE_SPILLED();
    return status;
}

#endif

mc_status EC(ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                            size_t private_key_bytes, size_t peer_key_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS];
    uint8_t k[EC_SCALAR_BYTES_MAX];
    mc_status status = EC(scalar_decode)(d, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        EC(multiply_cofactor)(d, curve);
    mc_words_to_octets(k, EC_SCALAR_BYTES(curve), d);
    mc_wipe(d, sizeof d);
    const mc_status agreed = EC(ecdh)(secret, k, peer_key, EC_SCALAR_BYTES(curve), peer_key_bytes, curve);
    mc_wipe(k, sizeof k);
    return agreed == MC_ERROR_SCALAR_ZERO ? status : agreed; /* k = 0 only if d was refused, and so is 0 */
}
