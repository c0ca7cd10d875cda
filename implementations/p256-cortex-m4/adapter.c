/* P256-Cortex-M4: numbers are words, least significant first; its own functions convert them. */
#include "implementation.h"
#include "p256-cortex-m4.h"

#define BYTES 32

static void numbers_from(uint32_t *first, uint32_t *second, const uint8_t *octets)
{
    p256_convert_endianness(first, octets, BYTES);
    p256_convert_endianness(second, octets + BYTES, BYTES);
}

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint32_t d[8], x[8], y[8];
    p256_convert_endianness(d, private_key, BYTES);
    return !p256_octet_string_to_point(x, y, public_key, 1 + 2 * BYTES) ||
           !p256_ecdh_calc_shared_secret(secret, d, x, y);
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    uint32_t d[8], x[8], y[8];
    p256_convert_endianness(d, private_key, BYTES);
    if (!p256_keygen(x, y, d))
        return 1;
    p256_point_to_octet_string_uncompressed(public_key, x, y);
    return 0;
}

uint8_t implementation_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                                const uint8_t *nonce)
{
    uint32_t d[8], k[8], r[8], s[8];
    p256_convert_endianness(d, private_key, BYTES);
    p256_convert_endianness(k, nonce, BYTES);
    if (!p256_sign(r, s, digest, BYTES, d, k))
        return 1;
    p256_convert_endianness(signature, r, BYTES);
    p256_convert_endianness(signature + BYTES, s, BYTES);
    return 0;
}

uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    uint32_t x[8], y[8], r[8], s[8];
    numbers_from(r, s, signature);
    return !p256_octet_string_to_point(x, y, public_key, 1 + 2 * BYTES) || !p256_verify(x, y, digest, BYTES, r, s);
}
