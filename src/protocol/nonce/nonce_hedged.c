/* The nonce of RFC 6979 by HMAC-SHA-256 with additional bytes, 3.6. */
#include "protocol/nonce/nonce_sha256.h"

#define NONCE(name)       MC_CONCATENATE(hedged_, name)
#define NONCE_HMAC(name)  MC_CONCATENATE(sha256_, name)
#define NONCE_OCTETS      SHA256_NONCE_OCTETS
#define NONCE_EXTRA_BYTES MC_NONCE_HEDGE_BYTES
#include "protocol/nonce/nonce_generator.h"

mc_status EC(nonce_hedged)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped, const uint8_t *hedge,
                           const MC_FLASH EC(curve) *curve)
{
    sha256_generator g;
    return hedged_find(k, &g, d, e, skipped, hedge, curve);
}
