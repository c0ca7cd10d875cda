/* Random numbers, and the hash functions of RFC 5091 with SHA-256. */
#include "ibe/once/object.h"
#include "ibe/once/scalar.h"

#include <string.h>

enum { RANGE_BYTES = 2 * MC_SHA256_BYTES };

mc_status mc_ibe_draw(uint8_t *out, size_t bytes, mc_random random, void *context)
{
    if (random && random(context, out, bytes) == 0)
        return MC_OK;
    mc_wipe(out, bytes);
    return MC_ERROR_RANDOM;
}

mc_status mc_ibe_draw_scalar(uint8_t *k, mc_random random, void *context, const mc_ibe_group *group)
{
    uint8_t octets[RANGE_BYTES];
    const mc_status status = mc_ibe_draw(octets, sizeof octets, random, context);
    mc_ibe_scalar_mod(k, octets, sizeof octets, group);
    mc_wipe(octets, sizeof octets);
    return status;
}

/* h_1 = SHA-256(0 || a || b), h_2 = SHA-256(h_1 || a || b): the number h_1 h_2 is reduced. */
void mc_ibe_hash_to_range(uint8_t *k, const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes,
                          const mc_ibe_group *group)
{
    uint8_t octets[RANGE_BYTES];
    mc_sha256_context context;
    memset(octets, 0, sizeof octets);
    for (uint8_t i = 0; i < 2; i++) {
        mc_sha256_begin(&context);
        mc_sha256_feed(&context, octets, MC_SHA256_BYTES);
        mc_sha256_feed(&context, a, a_bytes);
        mc_sha256_feed(&context, b, b_bytes);
        mc_sha256_finish(octets + i * MC_SHA256_BYTES, &context);
    }
    mc_ibe_scalar_mod(k, octets, sizeof octets, group);
    mc_wipe(octets, sizeof octets);
}

/* K = SHA-256(seed), h_0 = 0, h_i = SHA-256(h_(i-1)): blocks SHA-256(h_i || K). The h_i are constants. */
void mc_ibe_xor_hash_bytes(uint8_t *data, size_t bytes, const uint8_t seed[IBE_SEED_BYTES])
{
    uint8_t key[MC_SHA256_BYTES], chain[MC_SHA256_BYTES], block[MC_SHA256_BYTES];
    mc_sha256_context context;
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, seed, IBE_SEED_BYTES);
    mc_sha256_finish(key, &context);
    memset(chain, 0, sizeof chain);
    while (bytes) {
        const uint8_t taken = (uint8_t)(bytes < sizeof block ? bytes : sizeof block);
        mc_sha256_begin(&context);
        mc_sha256_feed(&context, chain, sizeof chain);
        mc_sha256_finish(chain, &context);
        mc_sha256_begin(&context);
        mc_sha256_feed(&context, chain, sizeof chain);
        mc_sha256_feed(&context, key, sizeof key);
        mc_sha256_finish(block, &context);
        for (uint8_t i = 0; i < taken; i++)
            data[i] ^= block[i];
        data += taken;
        bytes -= taken;
    }
    mc_wipe(key, sizeof key);
    mc_wipe(block, sizeof block);
}
