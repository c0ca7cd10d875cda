/* Crypto for Arduino. Its functions that draw random numbers are not called, and neither is its source of them. */
#include "Curve25519.h"
#include "Ed25519.h"
#include "RNG.h"
#include "implementation.h"

#define BYTES 32

/* Its classes with virtual functions ask for these, which the Arduino core has. */
void operator delete(void *) noexcept
{
}

extern "C" void __cxa_pure_virtual(void)
{
    __builtin_trap();
}

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t clamped[BYTES];
    for (uint8_t i = 0; i < BYTES; i++)
        clamped[i] = private_key[i];
    clamped[0] &= 0xf8;
    clamped[BYTES - 1] = (clamped[BYTES - 1] & 0x7f) | 0x40;
    return !Curve25519::eval(secret, clamped, public_key);
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    Ed25519::derivePublicKey(public_key, private_key);
    return 0;
}

uint8_t implementation_eddsa_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message)
{
    uint8_t public_key[BYTES];
    Ed25519::derivePublicKey(public_key, private_key);
    Ed25519::sign(signature, private_key, public_key, message, BYTES);
    return 0;
}

uint8_t implementation_eddsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message)
{
    return !Ed25519::verify(signature, public_key, message, BYTES);
}
