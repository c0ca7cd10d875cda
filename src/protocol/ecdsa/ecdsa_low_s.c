/* The two signatures (r, s) and (r, n - s) of a digest and key. The strict form allows only the one with s <
 * n/2. */
#include "protocol/protocol.h"

#include "encoding/encoding.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* s = the smaller of s and n - s, which differ, for n is odd; all ones if that is n - s, else 0. Constant time. */
static mc_word make_low(mc_word *s, const MC_FLASH EC(curve) *curve)
{
    mc_word other[EC_SCALAR_WORDS];
    mc_dword difference = 0;
    ORDER(neg)(other, s, EC_CURVE_MODULUS(curve));
    for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++) /* other - s, for its borrow */
        difference = (mc_dword)((mc_dword)other[i] - s[i] - (mc_word)(difference >> MC_WORD_BITS & 1));
    const mc_word is_high = mc_word_mask_nonzero((mc_word)(difference >> MC_WORD_BITS & 1));
    for (uint8_t i = 0; i < EC_SCALAR_WORDS; i++)
        s[i] ^= (s[i] ^ other[i]) & is_high;
    return is_high;
}

mc_status EC(ecdsa_signature_normalise)(uint8_t *normal, const uint8_t *signature, size_t signature_bytes,
                                        const MC_FLASH EC(curve) *curve)
{
    const size_t bytes = EC_SCALAR_BYTES(curve);
    mc_word r[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    mc_status status = EC(ecdsa_signature_decode)(r, s, signature, signature_bytes, curve);
    if (status != MC_OK)
        return status;
    make_low(s, curve);
    mc_words_to_octets(normal, bytes, r);
    mc_words_to_octets(normal + bytes, bytes, s);
    return MC_OK;
}

mc_status EC(ecdsa_signature_validate_strict)(const uint8_t *signature, size_t signature_bytes,
                                              const MC_FLASH EC(curve) *curve)
{
    mc_word r[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    mc_status status = EC(ecdsa_signature_decode)(r, s, signature, signature_bytes, curve);
    return status == MC_OK && make_low(s, curve) ? MC_ERROR_HIGH_S : status;
}

#endif
