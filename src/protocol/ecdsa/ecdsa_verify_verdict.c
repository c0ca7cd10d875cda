#include "protocol/protocol.h"

#include <string.h>

#include "protocol/verdict/verdict.h"

/* The second comparison: of octets, and of x taken modulo n again. */
MC_NOINLINE uint32_t differences(const uint8_t *r, const EC(affine) *point, const MC_FLASH EC(curve) *curve)
{
    mc_word number[EC_SCALAR_WORDS];
    uint8_t octets[EC_SCALAR_BYTES_MAX];
    const uint8_t bytes = (uint8_t)EC_SCALAR_BYTES(curve);
    EC(x_mod_order)(number, point->x, curve);
    mc_words_to_octets(octets, bytes, number);
    return mc_verdict_differs(octets, r, bytes);
}

/* A call that is skipped leaves the point at infinity, whose x is 0. */
mc_status EC(ecdsa_verify_digest_verdict)(uint8_t *verdict, const uint8_t *signature, const uint8_t *public_key,
                                          const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes,
                                          size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
    memset(&point, 0, sizeof point);
    const mc_status status = EC(ecdsa_verification_point)(&point, signature, public_key, digest, signature_bytes,
                                                          public_key_bytes, digest_bytes, curve);
    if (signature_bytes != 2 * EC_SCALAR_BYTES(curve))
        return MC_ERROR_LENGTH;
    return mc_verdict_put(verdict, status, 0, differences(signature, &point, curve));
}
