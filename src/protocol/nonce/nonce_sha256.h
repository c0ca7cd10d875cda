/* HMAC-SHA-256 for protocol/nonce/nonce_generator.h, with the states after the pads of K kept. */
#ifndef MC_NONCE_SHA256_H
#define MC_NONCE_SHA256_H

#include "protocol/protocol.h"

#include <string.h>

#include "motecurve/hmac.h"

/* Bytes of as many whole V as hold a nonce. */
#define SHA256_NONCE_OCTETS ((EC_SCALAR_BYTES_MAX + MC_SHA256_BYTES - 1) / MC_SHA256_BYTES * MC_SHA256_BYTES)

typedef struct {
    mc_hmac_sha256_key k;
    uint8_t v[MC_SHA256_BYTES];
} sha256_generator;

static uint8_t sha256_digest_bytes(const sha256_generator *g)
{
    return sizeof g->v;
}

static void sha256_set_zero_key(sha256_generator *g)
{
    mc_hmac_sha256_set_zero_key(&g->k);
}

MC_NOINLINE void sha256_authenticate(uint8_t *tag, const sha256_generator *g, const uint8_t *more, size_t more_bytes)
{
    mc_sha256_context context;
    mc_hmac_sha256_begin(&context, &g->k);
    mc_sha256_feed(&context, g->v, sizeof g->v);
    mc_sha256_feed(&context, more, more_bytes);
    mc_hmac_sha256_finish(tag, &context, &g->k);
}

/* The new key may lie in the old one, which takes longer (hash/hmac_sha256.c), and for size costs nothing. */
static void sha256_renew_key(sha256_generator *g, const uint8_t *more, size_t more_bytes)
{
#if MC_PREFER_SIZE
    uint8_t *k = (uint8_t *)&g->k;
#else
    uint8_t k[MC_SHA256_BYTES];
#endif
    sha256_authenticate(k, g, more, more_bytes);
    mc_hmac_sha256_set_key(&g->k, k, MC_SHA256_BYTES);
#if !MC_PREFER_SIZE
    mc_wipe(k, sizeof k);
#endif
}

#endif
