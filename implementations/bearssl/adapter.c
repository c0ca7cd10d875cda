/* BearSSL: a product replaces its point. */
#include <string.h>

#include "bearssl.h"
#include "implementation.h"

#if BEARSSL_M15
#define P256       br_ec_p256_m15
#define CURVE25519 br_ec_c25519_m15
#define SIGN       br_ecdsa_i15_sign_raw
#define VERIFY     br_ecdsa_i15_vrfy_raw
#else
#define P256       br_ec_p256_m31
#define CURVE25519 br_ec_c25519_m31
#define SIGN       br_ecdsa_i31_sign_raw
#define VERIFY     br_ecdsa_i31_vrfy_raw
#endif
#define BYTES 32

#if IMPLEMENTATION_CURVE_Curve25519
uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    memcpy(secret, public_key, BYTES);
    return !CURVE25519.mul(secret, BYTES, private_key, BYTES, BR_EC_curve25519);
}
#else
uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t point[1 + 2 * BYTES];
    memcpy(point, public_key, sizeof point);
    if (!P256.mul(point, sizeof point, private_key, BYTES, BR_EC_secp256r1))
        return 1;
    memcpy(secret, point + 1, BYTES);
    return 0;
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    return P256.mulgen(public_key, private_key, BYTES, BR_EC_secp256r1) != 1 + 2 * BYTES;
}

uint8_t implementation_ecdsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    const br_ec_private_key key = {BR_EC_secp256r1, (unsigned char *)private_key, BYTES};
    return SIGN(&P256, &br_sha256_vtable, digest, &key, signature) != 2 * BYTES;
}

uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    const br_ec_public_key key = {BR_EC_secp256r1, (unsigned char *)public_key, 1 + 2 * BYTES};
    return !VERIFY(&P256, digest, BYTES, &key, signature, 2 * BYTES);
}
#endif
