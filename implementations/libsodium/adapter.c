/* libsodium: a private key of Ed25519 is the seed and the public key, so signing derives this first. */
#include <string.h>

#include "implementation.h"

/* The tables of functions by which the library chooses among its implementations are not part of these images. */
#include "crypto_scalarmult/curve25519/ref10/x25519_ref10.h"
#include "crypto_scalarmult/curve25519/scalarmult_curve25519.h"
#include "crypto_sign_ed25519.h"
#include "utils.h"

#define BYTES 32

/* These three are of utils.c, which needs an operating system. */
void sodium_memzero(void *const memory, const size_t bytes)
{
    memset(memory, 0, bytes);
    __asm__ volatile("" ::"r"(memory) : "memory");
}

int sodium_memcmp(const void *const a, const void *const b, const size_t bytes)
{
    volatile unsigned char differ = 0;
    for (size_t i = 0; i < bytes; i++)
        differ |= ((const unsigned char *)a)[i] ^ ((const unsigned char *)b)[i];
    return (1 & ((differ - 1) >> 8)) - 1;
}

int sodium_is_zero(const unsigned char *numbers, const size_t bytes)
{
    volatile unsigned char any = 0;
    for (size_t i = 0; i < bytes; i++)
        any |= numbers[i];
    return 1 & ((any - 1) >> 8);
}

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    return crypto_scalarmult_curve25519_ref10_implementation.mult(secret, private_key, public_key) != 0;
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    uint8_t secret_key[2 * BYTES];
    return crypto_sign_ed25519_seed_keypair(public_key, secret_key, private_key) != 0;
}

uint8_t implementation_eddsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message)
{
    uint8_t secret_key[2 * BYTES], public_key[BYTES];
    return crypto_sign_ed25519_seed_keypair(public_key, secret_key, private_key) != 0 ||
           crypto_sign_ed25519_detached(signature, NULL, message, BYTES, secret_key) != 0;
}

uint8_t implementation_eddsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message)
{
    return crypto_sign_ed25519_verify_detached(signature, message, BYTES, public_key) != 0;
}
