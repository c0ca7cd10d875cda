/* The deterministic nonce of RFC 6979, 3.2, with HMAC-SHA-256. The names K, V are the RFC's. */
#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "motecurve/hash.h"

/* Half of the candidates or more are in the range. */
#define CANDIDATES_MAX 128

typedef struct {
    mc_hmac_sha256_key k;
    uint8_t v[MC_SHA256_BYTES];
} generator;

/* tag = HMAC_K(V || more); tag may be V. Its own frame, so that the hash's memory is there only while it runs. */
FB_NOINLINE void authenticate(uint8_t *tag, const generator *g, const uint8_t *more, size_t more_bytes)
{
    mc_hash_context context;
    mc_hmac_sha256_begin(&context, &g->k);
    mc_sha256_feed(&context, g->v, sizeof g->v);
    mc_sha256_feed(&context, more, more_bytes);
    mc_hmac_sha256_finish(tag, &context, &g->k);
}

/* K = HMAC_K(V || more), V = HMAC_K(V). */
static void update(generator *g, const uint8_t *more, size_t more_bytes)
{
    uint8_t k[MC_SHA256_BYTES];
    authenticate(k, g, more, more_bytes);
    mc_hmac_sha256_set_key(&g->k, k, sizeof k);
    authenticate(g->v, g, NULL, 0);
    mc_wipe(k, sizeof k);
}

/* Steps b to g of 3.2. e is the RFC's bits2octets(H(m)) as a number. */
static void seed(generator *g, const mc_word *d, const mc_word *e, const MC_FLASH FB(curve) *curve)
{
    uint8_t input[1 + 2 * FB_BYTES]; /* 0 or 1, d, e */
    size_t bytes = FB_SCALAR_BYTES(curve);
    FB(to_octets)(input + 1, bytes, d);
    FB(to_octets)(input + 1 + bytes, bytes, e);
    memset(g->v, 1, sizeof g->v);
    mc_hmac_sha256_set_zero_key(&g->k);
    for (input[0] = 0; input[0] < 2; input[0]++)
        update(g, input, 1 + 2 * bytes);
    mc_wipe(input, sizeof input);
}

mc_status FB(nonce_rfc6979)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                            const MC_FLASH FB(curve) *curve)
{
    const uint8_t separator = 0;
    generator g;
    mc_status status = MC_ERROR_RANDOM;
    seed(&g, d, e, curve);
    for (uint8_t tries = 0; tries < CANDIDATES_MAX; tries++) {
        authenticate(g.v, &g, NULL, 0);
        FB(leftmost_bits)(k, g.v, sizeof g.v, curve->order_bits);
        if (!FB(mask_zero)(k) && FB(scalar_mask_below_order)(k, curve) && skipped-- == 0) {
            status = MC_OK;
            break;
        }
        update(&g, &separator, sizeof separator);
    }
    mc_wipe(&g, sizeof g);
    return status;
}
