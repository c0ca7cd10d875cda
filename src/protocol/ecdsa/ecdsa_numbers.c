#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "motecurve/ecdsa.h"

mc_status EC(digest_decode)(mc_word *e, const uint8_t *digest, size_t count, const MC_FLASH EC(curve) *curve)
{
    if (count == 0 || count > MC_MAX_DIGEST_BYTES)
        return MC_ERROR_DIGEST_LENGTH;
    if (MC_PREFER_SIZE && EC_CURVE_ORDER_BITS(curve) % 8 == 0) /* no bits to shift out */
        mc_words_from_octets(e, EC_SCALAR_WORDS, digest,
                             count < EC_SCALAR_BYTES(curve) ? count : EC_SCALAR_BYTES(curve));
    else
        mc_words_from_leftmost_bits(e, EC_SCALAR_WORDS, digest, count, curve->order_bits);
    ORDER(reduce_once)(e, e, 0, EC_CURVE_MODULUS(curve));
    return MC_OK;
}

void EC(x_mod_order)(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve)
{
    mc_word number[EC_SCALAR_WORDS];
    EC(x_number)(number, x);
    if (FIELD_IS_PRIME && EC_CURVE_COFACTOR(curve) == 1) /* p < 2 n by Hasse's bound */
        ORDER(reduce_once)(r, number, 0, EC_CURVE_MODULUS(curve));
    else
        ORDER(mod)(r, number, curve->order_bits, EC_CURVE_MODULUS(curve));
}

mc_status EC(ecdsa_signature_decode)(mc_word *r, mc_word *s, const uint8_t *signature, size_t signature_bytes,
                                     const MC_FLASH EC(curve) *curve)
{
    const size_t bytes = EC_SCALAR_BYTES(curve);
    if (signature_bytes != 2 * bytes)
        return MC_ERROR_LENGTH;
    mc_status status = EC(scalar_decode)(r, signature, bytes, curve);
    return status == MC_OK ? EC(scalar_decode)(s, signature + bytes, bytes, curve) : status;
}

mc_status EC(ecdsa_signature_validate)(const uint8_t *signature, size_t signature_bytes,
                                       const MC_FLASH EC(curve) *curve)
{
    mc_word r[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    return EC(ecdsa_signature_decode)(r, s, signature, signature_bytes, curve);
}
