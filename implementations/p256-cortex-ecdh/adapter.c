/* P256-cortex-ecdh: numbers are little-endian octets. */
#include "P256-cortex-ecdh.h"
#include "implementation.h"

#define BYTES 32

static void reverse(uint8_t *to, const uint8_t *from)
{
    for (uint8_t i = 0; i < BYTES; i++)
        to[i] = from[BYTES - 1 - i];
}

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    uint8_t key[BYTES], point[2 * BYTES], x[BYTES];
    reverse(key, private_key);
    reverse(point, public_key + 1);
    reverse(point + BYTES, public_key + 1 + BYTES);
    if (!P256_ecdh_shared_secret(x, point, key))
        return 1;
    reverse(secret, x);
    return 0;
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    uint8_t key[BYTES], point[2 * BYTES];
    reverse(key, private_key);
    if (!P256_ecdh_keygen(point, key))
        return 1;
    public_key[0] = 4;
    reverse(public_key + 1, point);
    reverse(public_key + 1 + BYTES, point + BYTES);
    return 0;
}
