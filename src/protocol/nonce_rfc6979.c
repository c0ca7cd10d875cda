/* The deterministic nonce of RFC 6979, 3.2, with HMAC-SHA-256. The names K, V are the RFC's. */
#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "motecurve/hmac.h"

/* Half of the candidates or more are in the range. */
#define CANDIDATES_MAX 128

/* Values of V that hold the bits of a nonce. */
#define BLOCKS_MAX ((EC_SCALAR_BYTES_MAX + MC_SHA256_BYTES - 1) / MC_SHA256_BYTES)

typedef struct {
    mc_hmac_sha256_key k;
    uint8_t v[MC_SHA256_BYTES];
} generator;

/* tag = HMAC_K(V || more); tag may be V. Its own frame, so that the hash's memory is there only while it runs. */
MC_NOINLINE void authenticate(uint8_t *tag, const generator *g, const uint8_t *more, size_t more_bytes)
{
    mc_sha256_context context;
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
static void seed(generator *g, const mc_word *d, const mc_word *e, const MC_FLASH EC(curve) *curve)
{
    uint8_t input[1 + 2 * EC_SCALAR_BYTES_MAX]; /* 0 or 1, d, e */
    size_t bytes = EC_SCALAR_BYTES(curve);
    mc_words_to_octets(input + 1, bytes, d);
    mc_words_to_octets(input + 1 + bytes, bytes, e);
    memset(g->v, 1, sizeof g->v);
    mc_hmac_sha256_set_zero_key(&g->k);
    for (input[0] = 0; input[0] < 2; input[0]++)
        update(g, input, 1 + 2 * bytes);
    mc_wipe(input, sizeof input);
}

/* Step h.2: V = HMAC_K(V) as often as it takes for the bits of n; k is their leftmost. */
static void generate(mc_word *k, generator *g, const MC_FLASH EC(curve) *curve)
{
    uint8_t octets[BLOCKS_MAX * MC_SHA256_BYTES];
    const uint8_t bytes = (uint8_t)EC_SCALAR_BYTES(curve);
    uint8_t filled = 0;
    do {
        authenticate(g->v, g, NULL, 0);
        memcpy(octets + filled, g->v, sizeof g->v);
        filled += MC_SHA256_BYTES;
    } while (filled < bytes);
    mc_words_from_leftmost_bits(k, EC_SCALAR_WORDS, octets, filled, curve->order_bits);
    mc_wipe(octets, sizeof octets);
}

mc_status EC(nonce_rfc6979)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                            const MC_FLASH EC(curve) *curve)
{
    const uint8_t separator = 0;
    generator g;
    mc_status status = MC_ERROR_RANDOM;
    seed(&g, d, e, curve);
    for (uint8_t tries = 0; tries < CANDIDATES_MAX; tries++) {
        generate(k, &g, curve);
        if (!ORDER(mask_zero)(k) && ORDER(mask_below)(k, EC_CURVE_MODULUS(curve)) && skipped-- == 0) {
            status = MC_OK;
            break;
        }
        update(&g, &separator, sizeof separator);
    }
    mc_wipe(&g, sizeof g);
    return status;
}
