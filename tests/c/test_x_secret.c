/* X25519 and X448 with private keys that valgrind takes for uninitialised: it reports every branch and every address
 * that depends on them. Run without valgrind it only compares both sides' secrets. fields: fp255 fp448 */
#include <stdio.h>
#include <string.h>

#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif
#ifndef VALGRIND_MAKE_MEM_UNDEFINED
#define VALGRIND_MAKE_MEM_UNDEFINED(address, bytes) ((void)(address), (void)(bytes))
#define VALGRIND_MAKE_MEM_DEFINED(address, bytes)   ((void)(address), (void)(bytes))
#endif

#include "protocol/protocol.h"

/* Secrets are compared in the open; zeros are none. */
static int differs(const uint8_t *a, const uint8_t *b)
{
    static const uint8_t zeros[EC_BYTES];
    VALGRIND_MAKE_MEM_DEFINED(a, EC_BYTES);
    VALGRIND_MAKE_MEM_DEFINED(b, EC_BYTES);
    return memcmp(a, b, EC_BYTES) != 0 || memcmp(a, zeros, EC_BYTES) == 0;
}

static int check(const MC_FLASH EC(montgomery_curve) *curve)
{
    uint8_t private_keys[2][EC_BYTES], public_keys[2][EC_BYTES], secrets[2][EC_BYTES];
    for (unsigned i = 0; i < 2 * EC_BYTES; i++)
        private_keys[i / EC_BYTES][i % EC_BYTES] = (uint8_t)(37 * i + 11);
    VALGRIND_MAKE_MEM_UNDEFINED(private_keys, sizeof private_keys);
    for (unsigned i = 0; i < 2; i++) {
        EC(x_public_key)(public_keys[i], private_keys[i], EC_BYTES, curve);
        VALGRIND_MAKE_MEM_DEFINED(public_keys[i], EC_BYTES);
    }
    for (unsigned i = 0; i < 2; i++)
        EC(x_ecdh)(secrets[i], private_keys[i], public_keys[1 - i], EC_BYTES, EC_BYTES, curve);
    return differs(secrets[0], secrets[1]);
}

int main(void)
{
    int failed = 0;
#define CHECK(curve) failed |= check(&mc_##curve);
    EC_MONTGOMERY_CURVES(CHECK)
    if (failed)
        printf("the two sides have different secrets\n");
    return failed;
}
