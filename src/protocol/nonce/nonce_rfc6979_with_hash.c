/* The nonce of RFC 6979 by HMAC with any hash function. */
#include "protocol/protocol.h"

#include <string.h>

#include "motecurve/hmac.h"

typedef struct {
    const mc_hash *hash;
    uint8_t k[MC_HASH_MAX_DIGEST_BYTES], v[MC_HASH_MAX_DIGEST_BYTES];
} hash_generator;

static uint8_t hash_digest_bytes(const hash_generator *g)
{
    return (uint8_t)mc_hash_digest_bytes(g->hash);
}

static void hash_set_zero_key(hash_generator *g)
{
    memset(g->k, 0, sizeof g->k);
}

MC_NOINLINE void hash_authenticate(uint8_t *tag, const hash_generator *g, const uint8_t *more, size_t more_bytes)
{
    mc_hmac_context context;
    mc_hmac_begin(&context, g->hash, g->k, hash_digest_bytes(g));
    mc_hmac_feed(&context, g->v, hash_digest_bytes(g));
    mc_hmac_feed(&context, more, more_bytes);
    mc_hmac_finish(tag, &context);
}

static void hash_renew_key(hash_generator *g, const uint8_t *more, size_t more_bytes)
{
    hash_authenticate(g->k, g, more, more_bytes);
}

#define NONCE(name)       MC_CONCATENATE(with_hash_, name)
#define NONCE_HMAC(name)  MC_CONCATENATE(hash_, name)
#define NONCE_OCTETS      (EC_SCALAR_BYTES_MAX - 1 + MC_HASH_MAX_DIGEST_BYTES)
#define NONCE_EXTRA_BYTES 0
#include "protocol/nonce/nonce_generator.h"

mc_status EC(nonce_rfc6979_with_hash)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                                      const mc_hash *hash, const MC_FLASH EC(curve) *curve)
{
    hash_generator g = {.hash = hash};
    return with_hash_find(k, &g, d, e, skipped, NULL, curve);
}
