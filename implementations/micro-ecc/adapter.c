/* micro-ecc: uECC_shared_secret does not look at the key, so the library's own check comes first. */
#include <string.h>

#include "implementation.h"
#include "uECC.h"

#if IMPLEMENTATION_CURVE_secp160r1
#define CURVE uECC_secp160r1()
#elif IMPLEMENTATION_CURVE_secp192r1
#define CURVE uECC_secp192r1()
#elif IMPLEMENTATION_CURVE_secp224r1
#define CURVE uECC_secp224r1()
#elif IMPLEMENTATION_CURVE_secp256r1
#define CURVE uECC_secp256r1()
#else
#define CURVE uECC_secp256k1()
#endif

#define DIGEST_BYTES 32

#ifdef ADAPTER_DRAWS /* by the manifest micro-ecc-blinded: for blinding, which needs no secrecy in a measurement */
static int random_numbers(uint8_t *to, unsigned bytes)
{
    static uint32_t state = 1;
    for (unsigned i = 0; i < bytes; i++) {
        state = state * 1664525 + 1013904223;
        to[i] = (uint8_t)(state >> 24);
    }
    return 1;
}
#define DRAW() uECC_set_rng(random_numbers)
#else
#define DRAW() ((void)0)
#endif

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    DRAW();
    return !uECC_valid_public_key(public_key + 1, CURVE) ||
           !uECC_shared_secret(public_key + 1, private_key, secret, CURVE);
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    public_key[0] = 4;
    return !uECC_compute_public_key(private_key, public_key + 1, CURVE);
}

static const uint8_t *given_nonce;

/* The nonce as the words of the library lie in memory, above it zeros. */
static int random_nonce(uint8_t *to, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        to[i] = i < IMPLEMENTATION_ORDER_BYTES ? given_nonce[IMPLEMENTATION_ORDER_BYTES - 1 - i] : 0;
    DRAW();
    return 1;
}

/* Halves of its signatures have the bytes of a field element, one less than the order of secp160r1 needs. */
#define PADDING (IMPLEMENTATION_ORDER_BYTES - IMPLEMENTATION_FIELD_BYTES)

uint8_t implementation_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                                const uint8_t *nonce)
{
    given_nonce = nonce;
    uECC_set_rng(random_nonce);
    if (!uECC_sign(private_key, digest, DIGEST_BYTES, signature + 2 * PADDING, CURVE))
        return 1;
    memmove(signature + PADDING, signature + 2 * PADDING, IMPLEMENTATION_FIELD_BYTES);
    memset(signature, 0, PADDING);
    memset(signature + IMPLEMENTATION_ORDER_BYTES, 0, PADDING);
    return 0;
}

uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    uint8_t halves[2 * IMPLEMENTATION_FIELD_BYTES];
    for (uint8_t i = 0; i < PADDING; i++)
        if (signature[i] | signature[IMPLEMENTATION_ORDER_BYTES + i])
            return 1;
    memcpy(halves, signature + PADDING, IMPLEMENTATION_FIELD_BYTES);
    memcpy(halves + IMPLEMENTATION_FIELD_BYTES, signature + IMPLEMENTATION_ORDER_BYTES + PADDING,
           IMPLEMENTATION_FIELD_BYTES);
    return !uECC_valid_public_key(public_key + 1, CURVE) ||
           !uECC_verify(public_key + 1, digest, DIGEST_BYTES, halves, CURVE);
}
