/* x25519-cm0. It accepts every u, as RFC 7748 allows. */
#include "implementation.h"

void x25519(uint8_t *result, const uint8_t *point, const uint8_t *scalar);

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    x25519(secret, public_key, private_key);
    return 0;
}
