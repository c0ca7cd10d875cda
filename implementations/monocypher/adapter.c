/* Monocypher: a private key of Ed25519 is the seed and the public key, so signing derives this first. */
#include <string.h>

#include "implementation.h"
#include "monocypher-ed25519.h"
#include "monocypher.h"

#define BYTES 32

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    crypto_x25519(secret, private_key, public_key);
    return 0;
}

/* crypto_ed25519_key_pair wipes its seed. */
static void key_pair(uint8_t secret_key[2 * BYTES], uint8_t public_key[BYTES], const uint8_t *private_key)
{
    uint8_t seed[BYTES];
    memcpy(seed, private_key, BYTES);
    crypto_ed25519_key_pair(secret_key, public_key, seed);
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    uint8_t secret_key[2 * BYTES];
    key_pair(secret_key, public_key, private_key);
    return 0;
}

uint8_t implementation_eddsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message)
{
    uint8_t secret_key[2 * BYTES], public_key[BYTES];
    key_pair(secret_key, public_key, private_key);
    crypto_ed25519_sign(signature, secret_key, message, BYTES);
    return 0;
}

uint8_t implementation_eddsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message)
{
    return crypto_ed25519_check(signature, public_key, message, BYTES) != 0;
}
