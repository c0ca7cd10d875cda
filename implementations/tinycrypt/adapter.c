/* TinyCrypt: uECC_shared_secret does not look at the key, so the library's own check, 0 for a valid one, comes first.
 */
#include "implementation.h"
#include "tinycrypt/ecc.h"
#include "tinycrypt/ecc_dh.h"
#include "tinycrypt/ecc_dsa.h"

#define BYTES 32

/* Without a platform's random source. A key exchange asks for one to blind its point, and goes on without. */
int default_CSPRNG(uint8_t *to, unsigned int bytes)
{
    (void)to, (void)bytes;
    return 0;
}

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uECC_set_rng(0);
    return uECC_valid_public_key(public_key + 1, uECC_secp256r1()) != 0 ||
           !uECC_shared_secret(public_key + 1, private_key, secret, uECC_secp256r1());
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    public_key[0] = 4;
    return !uECC_compute_public_key(private_key, public_key + 1, uECC_secp256r1());
}

uint8_t implementation_ecdsa_sign_digest_random(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                                const uint8_t *nonce)
{
    uECC_word_t k[NUM_ECC_WORDS];
    uECC_set_rng(0);
    uECC_vli_bytesToNative(k, nonce, BYTES);
    return !uECC_sign_with_k(private_key, digest, BYTES, k, signature, uECC_secp256r1());
}

uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    return uECC_valid_public_key(public_key + 1, uECC_secp256r1()) != 0 ||
           !uECC_verify(public_key + 1, digest, BYTES, signature, uECC_secp256r1());
}
