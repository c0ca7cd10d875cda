#include "hash/kdf.h"
#include "motecurve/kdf.h"
#include "native/burn.h"
#include "word/word.h"

#include <string.h>

/* MC_ERROR_LENGTH from 2^32 - 1 digests on, where the counter would begin again (SEC 1, 3.6.1, step 2). */
static int is_too_long(size_t out_bytes, size_t digest_bytes)
{
#if SIZE_MAX > UINT32_MAX
    return out_bytes / digest_bytes >= UINT32_MAX;
#else
    (void)out_bytes, (void)digest_bytes;
    return 0;
#endif
}

void mc_kdf_x963_block(uint8_t *digest, const mc_kdf_inputs *inputs, uint32_t number)
{
    const uint8_t octets[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8),
                               (uint8_t)number};
    mc_hash_context context;
    mc_hash_begin(&context, inputs->hash);
    mc_hash_feed(&context, inputs->secret.octets, inputs->secret.bytes);
    mc_hash_feed(&context, octets, sizeof octets);
    for (uint8_t i = 0; i < 2; i++)
        mc_hash_feed(&context, inputs->info[i].octets, inputs->info[i].bytes);
    mc_hash_finish(digest, &context);
}

mc_status mc_kdf_x963(uint8_t *out, size_t out_bytes, const mc_hash *hash, const uint8_t *secret, size_t secret_bytes,
                      const uint8_t *info, size_t info_bytes)
{
    const size_t digest_bytes = mc_hash_digest_bytes(hash);
    uint8_t digest[MC_HASH_MAX_DIGEST_BYTES];
    const mc_kdf_inputs inputs = {hash, {secret, secret_bytes}, {{info, info_bytes}, {NULL, 0}}};
    if (!hash) {
        mc_wipe(out, out_bytes);
        return MC_ERROR_UNSUPPORTED;
    }
    if (out_bytes > digest_bytes && (mc_octets_overlap(out, out_bytes, secret, secret_bytes) ||
                                     mc_octets_overlap(out, out_bytes, info, info_bytes)))
        return MC_ERROR_OVERLAP;
    if (is_too_long(out_bytes, digest_bytes)) {
        mc_wipe(out, out_bytes);
        return MC_ERROR_LENGTH;
    }
    for (uint32_t number = 1; out_bytes; number++) {
        const size_t taken = out_bytes < digest_bytes ? out_bytes : digest_bytes;
        mc_kdf_x963_block(digest, &inputs, number);
        memcpy(out, digest, taken);
        out += taken;
        out_bytes -= taken;
    }
    mc_wipe(digest, sizeof digest);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return MC_OK;
}
