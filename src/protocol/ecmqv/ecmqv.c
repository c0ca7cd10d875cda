/* ECMQV (SEC 1, 3.4). */
#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "scalar/scalar.h"

/* The associate value of q: the lower half of x as an integer, of ceil(f/2) bits for an order of f, plus 2^ceil(f/2).
 * It is below the order. */
static void associate(mc_word *value, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    const uint16_t half = (uint16_t)(curve->order_bits + 1) / 2;
    const mc_word bit = (mc_word)((mc_word)1 << (half % MC_WORD_BITS));
    uint8_t top = (uint8_t)(half / MC_WORD_BITS);
    EC(x_number)(value, q->x);
    value[top] = (mc_word)((value[top] & (mc_word)(bit - 1)) | bit);
    while (++top < EC_SCALAR_WORDS)
        value[top] = 0;
}

/* s = h (d2 + a d1) mod n, a the associate value of the own ephemeral public key. A frame of its own, as in signing. */
MC_NOINLINE mc_status implicit_signature(mc_word *s, const uint8_t *static_private_key,
                                         const uint8_t *ephemeral_private_key, const uint8_t *ephemeral_key,
                                         size_t private_key_bytes, size_t public_key_bytes,
                                         const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word d[EC_SCALAR_WORDS], value[EC_SCALAR_WORDS];
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_status status = EC(public_key_decode)(&q, ephemeral_key, public_key_bytes, curve);
    if (status == MC_OK)
        status = EC(scalar_decode)(s, static_private_key, private_key_bytes, curve);
    if (status != MC_OK)
        return status;
    associate(value, &q, curve);
    ORDER(to_form)(s, s, m);
    order_mul(s, s, value, m);
    status = EC(scalar_decode)(d, ephemeral_private_key, private_key_bytes, curve);
    order_add(s, s, d, m);
    EC(multiply_cofactor)(s, curve);
    mc_wipe(d, sizeof d);
    return status;
}

/* t = P2 + a P1 of the peer's public keys, in time that depends on them. */
MC_NOINLINE mc_status peer_point(EC(affine) *t, const uint8_t *peer_static_key, const uint8_t *peer_ephemeral_key,
                                 size_t public_key_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word value[EC_SCALAR_WORDS];
    mc_status status = EC(public_key_decode)(&q, peer_ephemeral_key, public_key_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(t, peer_static_key, public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    associate(value, &q, curve);
    status = ec_scalar_mult_var(t, value, t, curve);
    EC(affine_add_var)(t, t, &q, curve);
    return status;
}

mc_status EC(ecmqv)(uint8_t *secret, const uint8_t *static_private_key, const uint8_t *ephemeral_private_key,
                    const uint8_t *ephemeral_key, const uint8_t *peer_static_key, const uint8_t *peer_ephemeral_key,
                    size_t private_key_bytes, size_t public_key_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) t;
    mc_word s[EC_SCALAR_WORDS];
    mc_status status = peer_point(&t, peer_static_key, peer_ephemeral_key, public_key_bytes, curve);
    if (status != MC_OK)
        return status;
    status = implicit_signature(s, static_private_key, ephemeral_private_key, ephemeral_key, private_key_bytes,
                                public_key_bytes, curve);
    if (status == MC_OK)
        status = ec_scalar_mult(&t, s, &t, curve);
    if (status == MC_OK && EC(affine_mask_infinity)(&t)) /* t or s was 0: no accident on a curve in use */
        status = MC_ERROR_SHARED_INFINITY;
    if (status == MC_OK)
        EC(element_encode)(secret, t.x);
    mc_wipe(s, sizeof s);
    mc_wipe(&t, sizeof t);
    EC_WIPE_SPILLED();
    return status;
}
