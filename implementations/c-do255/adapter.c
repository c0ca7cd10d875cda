/* c-do255: its key exchange hashes the secret, its signatures are of a digest of SHA-256. */
#include <string.h>

#include "do255_alg.h"
#include "implementation.h"

/* The compiler would find its own call in the loop. */
__attribute__((optimize("no-tree-loop-distribute-patterns"))) size_t strlen(const char *text)
{
    size_t count = 0;
    while (text[count])
        count++;
    return count;
}

uint8_t implementation_foreign_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    do255e_make_public((do255e_public_key *)public_key, (const do255e_private_key *)private_key);
    return 0;
}

uint8_t implementation_foreign_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *own,
                                    const uint8_t *public_key)
{
    return !do255e_key_exchange(secret, 32, (const do255e_private_key *)private_key, (const do255e_public_key *)own,
                                (const do255e_public_key *)public_key);
}

uint8_t implementation_foreign_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *own,
                                    const uint8_t *message)
{
    do255e_sign((do255e_signature *)signature, (const do255e_private_key *)private_key, (const do255e_public_key *)own,
                DO255_OID_SHA256, message, 32, NULL, 0);
    return 0;
}

uint8_t implementation_foreign_verify(const uint8_t *signature, const uint8_t *own, const uint8_t *message)
{
    return !do255e_verify_vartime((const do255e_signature *)signature, (const do255e_public_key *)own, DO255_OID_SHA256,
                                  message, 32);
}
