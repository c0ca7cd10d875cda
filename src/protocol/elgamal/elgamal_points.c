/* EC-ElGamal of points (ElGamal 1985, over a curve). */
#include "encoding/encoding.h"
#include "protocol/protocol.h"

#include "scalar/scalar.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* M + k Q is infinity once in n times; on the tiny curves of the tests, now and then. */
#define ELGAMAL_DRAWS_MAX 64

/* k G, M + k Q for one k. MC_ERROR_INFINITY takes another. */
static mc_status encrypt_by(uint8_t *ciphertext, const mc_word *k, const EC(affine) *m, const EC(affine) *q,
                            const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    if (status == MC_OK) {
        EC(affine_encode)(ciphertext, &p);
        status = ec_scalar_mult(&p, k, q, curve);
    }
    if (status == MC_OK) {
        EC(affine_add)(&p, &p, m, curve);
        status = EC(affine_mask_infinity)(&p) ? MC_ERROR_INFINITY : MC_OK;
    }
    if (status == MC_OK)
        EC(affine_encode)(ciphertext + EC_POINT_BYTES, &p);
    mc_wipe(&p, sizeof p);
    return status;
}

mc_status EC(elgamal_encrypt_point)(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *point,
                                    size_t public_key_bytes, size_t point_bytes, mc_random random, void *context,
                                    const MC_FLASH EC(curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS];
    EC(affine) q, m;
    mc_status status = EC(public_key_decode)(&q, public_key, public_key_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&m, point, point_bytes, curve);
    if (status != MC_OK)
        return status;
    uint8_t draws = 0;
    do {
        status = draws++ < ELGAMAL_DRAWS_MAX ? EC(draw_scalar)(k, random, context, curve) : MC_ERROR_RANDOM;
        if (status == MC_OK)
            status = encrypt_by(ciphertext, k, &m, &q, curve);
    } while (status == MC_ERROR_INFINITY);
    mc_wipe(k, sizeof k);
    mc_wipe(&m, sizeof m);
    return status;
}

mc_status EC(elgamal_decrypt_point)(uint8_t *point, const uint8_t *private_key, const uint8_t *ciphertext,
                                    size_t private_key_bytes, size_t ciphertext_bytes, const MC_FLASH EC(curve) *curve)
{
    mc_word d[EC_SCALAR_WORDS];
    EC(affine) p, q;
    if (ciphertext_bytes != 2 * EC_POINT_BYTES)
        return MC_ERROR_LENGTH;
    mc_status status = EC(public_key_decode)(&p, ciphertext, EC_POINT_BYTES, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&q, ciphertext + EC_POINT_BYTES, EC_POINT_BYTES, curve);
    if (status != MC_OK)
        return status;
    status = EC(scalar_decode)(d, private_key, private_key_bytes, curve);
    if (status == MC_OK)
        status = ec_scalar_mult(&p, d, &p, curve);
    if (status == MC_OK) {
        EC(affine_negate)(&p, &p);
        EC(affine_add)(&p, &p, &q, curve);
        status = EC(affine_mask_infinity)(&p) ? MC_ERROR_INFINITY : MC_OK;
    }
    if (status == MC_OK)
        EC(affine_encode)(point, &p);
    mc_wipe(d, sizeof d);
    mc_wipe(&p, sizeof p);
    return status;
}

#endif
