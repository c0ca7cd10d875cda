/* The nonce of RFC 6979 by HMAC-SHA-256. */
#include "protocol/nonce/nonce_sha256.h"

#define NONCE(name)       MC_CONCATENATE(rfc6979_, name)
#define NONCE_HMAC(name)  MC_CONCATENATE(sha256_, name)
#define NONCE_OCTETS      SHA256_NONCE_OCTETS
#define NONCE_EXTRA_BYTES 0
#include "protocol/nonce/nonce_generator.h"

mc_status EC(nonce_rfc6979)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                            const MC_FLASH EC(curve) *curve)
{
    sha256_generator g;
    return rfc6979_find(k, &g, d, e, skipped, NULL, curve);
}
