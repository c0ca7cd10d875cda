/* p256-m: octets, big-endian. Its source of random numbers gives the private key, or the nonce. */
#include <string.h>

#include "implementation.h"
#include "p256-m.h"

#define BYTES 32

static const uint8_t *given;

int p256_generate_random(uint8_t *output, unsigned output_size)
{
    memcpy(output, given, output_size);
    return 0;
}

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    return p256_ecdh_shared_secret(secret, private_key, public_key + 1) != P256_SUCCESS;
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    uint8_t drawn[BYTES];
    given = private_key;
    public_key[0] = 4;
    return p256_gen_keypair(drawn, public_key + 1) != P256_SUCCESS;
}

uint8_t implementation_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                                const uint8_t *nonce)
{
    given = nonce;
    return p256_ecdsa_sign(signature, private_key, digest, BYTES) != P256_SUCCESS;
}

uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    return p256_ecdsa_verify(signature, public_key + 1, digest, BYTES) != P256_SUCCESS;
}
