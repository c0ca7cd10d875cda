/* m4-modarith: its file of a curve includes that of the field. */
#include "implementation.h"

#define RFC7748_M4
#if IMPLEMENTATION_CURVE_Curve25519
#define RFC7748_C25519_CUSTOM
#else
#define RFC7748_C448_CUSTOM
#endif
#include "src/rfc7748.c"

uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    RFC7748_NAME((const char *)private_key, (const char *)public_key, (char *)secret);
    return 0;
}
