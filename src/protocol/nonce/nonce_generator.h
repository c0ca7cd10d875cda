/* Template of the generator of nonces of RFC 6979, 3.2; the names K, V are the RFC's. What includes it has defined
 *
 *   NONCE(name)              names of its own
 *   NONCE_HMAC(name)         names that HMAC by its hash function gives:
 *     generator                a type with V, an array of bytes, as v, and K
 *     digest_bytes(g)          bytes of V and K
 *     set_zero_key(g)          K = 0
 *     renew_key(g, more, more_bytes)            K = HMAC_K(V || more)
 *     authenticate(tag, g, more, more_bytes)    tag = HMAC_K(V || more); tag may be V. With a frame of its own, so that
 *                              the hash's memory is there only while it runs.
 *   NONCE_OCTETS             bytes of as many whole V as the bits of a nonce take, or more
 *   NONCE_EXTRA_BYTES        bytes of the k' of 3.6, or 0
 *
 * all undefined again at its end. */
#include "encoding/encoding.h"

/* Half of the candidates or more are in the range. */
#define CANDIDATES_MAX 128

/* K = HMAC_K(V || more), V = HMAC_K(V). */
static void NONCE(update)(NONCE_HMAC(generator) * g, const uint8_t *more, size_t more_bytes)
{
    NONCE_HMAC(renew_key)(g, more, more_bytes);
    NONCE_HMAC(authenticate)(g->v, g, NULL, 0);
}

/* Steps b to g of 3.2. e is the RFC's bits2octets(H(m)) as a number. */
static void NONCE(seed)(NONCE_HMAC(generator) * g, const mc_word *d, const mc_word *e, const uint8_t *extra,
                        const MC_FLASH EC(curve) *curve)
{
    uint8_t input[1 + 2 * EC_SCALAR_BYTES_MAX + NONCE_EXTRA_BYTES]; /* 0 or 1, d, e, extra */
    size_t bytes = EC_SCALAR_BYTES(curve);
    mc_words_to_octets(input + 1, bytes, d);
    mc_words_to_octets(input + 1 + bytes, bytes, e);
#if NONCE_EXTRA_BYTES
    memcpy(input + 1 + 2 * bytes, extra, NONCE_EXTRA_BYTES);
#else
    (void)extra;
#endif
    memset(g->v, 1, NONCE_HMAC(digest_bytes)(g));
    NONCE_HMAC(set_zero_key)(g);
    for (input[0] = 0; input[0] < 2; input[0]++)
        NONCE(update)(g, input, 1 + 2 * bytes + NONCE_EXTRA_BYTES);
    mc_wipe(input, sizeof input);
}

/* Step h.2: V = HMAC_K(V) as often as it takes for the bits of n; k is their leftmost. */
static void NONCE(generate)(mc_word *k, NONCE_HMAC(generator) * g, const MC_FLASH EC(curve) *curve)
{
    uint8_t octets[NONCE_OCTETS];
    const uint8_t bytes = (uint8_t)EC_SCALAR_BYTES(curve), digest_bytes = NONCE_HMAC(digest_bytes)(g);
    uint8_t filled = 0;
    do {
        NONCE_HMAC(authenticate)(g->v, g, NULL, 0);
        memcpy(octets + filled, g->v, digest_bytes);
        filled = (uint8_t)(filled + digest_bytes);
    } while (filled < bytes);
    mc_words_from_leftmost_bits(k, EC_SCALAR_WORDS, octets, filled, curve->order_bits);
    mc_wipe(octets, sizeof octets);
}

/* k = the nonce for the private key d and the digest e that comes after `skipped` others. */
static mc_status NONCE(find)(mc_word *k, NONCE_HMAC(generator) * g, const mc_word *d, const mc_word *e, uint8_t skipped,
                             const uint8_t *extra, const MC_FLASH EC(curve) *curve)
{
    const uint8_t separator = 0;
    mc_status status = MC_ERROR_RANDOM;
    NONCE(seed)(g, d, e, extra, curve);
    for (uint8_t tries = 0; tries < CANDIDATES_MAX; tries++) {
        NONCE(generate)(k, g, curve);
        if (!ORDER(mask_zero)(k) && ORDER(mask_below)(k, EC_CURVE_MODULUS(curve)) && skipped-- == 0) {
            status = MC_OK;
            break;
        }
        NONCE(update)(g, &separator, sizeof separator);
    }
    mc_wipe(g, sizeof *g);
    return status;
}

#undef NONCE
#undef NONCE_HMAC
#undef NONCE_OCTETS
#undef NONCE_EXTRA_BYTES
#undef CANDIDATES_MAX
