/* FourQlib: keys of 32 octets. Signatures take memory for their message and two keys, here of one message of 32. */
#include <stdlib.h>
#include <string.h>

#include "FourQ_api.h"
#include "implementation.h"

static uint8_t memory[32 + 64] __attribute__((aligned(4)));

void *calloc(size_t count, size_t bytes)
{
    return count * bytes <= sizeof memory ? memset(memory, 0, sizeof memory) : NULL;
}

void free(void *block)
{
    (void)block;
}

uint8_t implementation_foreign_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    return CompressedPublicKeyGeneration(private_key, public_key) != ECCRYPTO_SUCCESS;
}

uint8_t implementation_foreign_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *own,
                                    const uint8_t *public_key)
{
    (void)own;
    return CompressedSecretAgreement(private_key, public_key, secret) != ECCRYPTO_SUCCESS;
}

uint8_t implementation_foreign_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *own,
                                    const uint8_t *message)
{
    return SchnorrQ_Sign(private_key, own, message, 32, signature) != ECCRYPTO_SUCCESS;
}

uint8_t implementation_foreign_verify(const uint8_t *signature, const uint8_t *own, const uint8_t *message)
{
    unsigned int valid;
    return SchnorrQ_Verify(own, message, 32, signature, &valid) != ECCRYPTO_SUCCESS || !valid;
}
