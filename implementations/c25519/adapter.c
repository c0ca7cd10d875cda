/* c25519: keys of X25519 are clamped by the caller. */
#include <string.h>

#include "c25519.h"
#include "edsign.h"
#include "implementation.h"

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t clamped[C25519_EXPONENT_SIZE];
    memcpy(clamped, private_key, sizeof clamped);
    c25519_prepare(clamped);
    c25519_smult(secret, public_key, clamped);
    return 0;
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    edsign_sec_to_pub(public_key, private_key);
    return 0;
}

uint8_t implementation_eddsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message)
{
    uint8_t public_key[EDSIGN_PUBLIC_KEY_SIZE];
    edsign_sec_to_pub(public_key, private_key);
    edsign_sign(signature, public_key, private_key, message, 32);
    return 0;
}

uint8_t implementation_eddsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message)
{
    return !edsign_verify(signature, public_key, message, 32);
}
