#include "motecurve/hmac.h"
#include "motecurve/kdf.h"
#include "word/word.h"

#include <string.h>

/* RFC 5869, 2.3: T(i) = HMAC(key, T(i - 1) || info || i). */
static void expand(uint8_t *out, size_t out_bytes, const mc_hash *hash, const uint8_t *key, const uint8_t *info,
                   size_t info_bytes)
{
    const size_t digest_bytes = mc_hash_digest_bytes(hash);
    uint8_t block[MC_HASH_MAX_DIGEST_BYTES];
    mc_hmac_context context;
    for (uint8_t i = 1; out_bytes; i++) {
        const size_t taken = out_bytes < digest_bytes ? out_bytes : digest_bytes;
        mc_hmac_begin(&context, hash, key, digest_bytes);
        mc_hmac_feed(&context, block, i == 1 ? 0 : digest_bytes);
        mc_hmac_feed(&context, info, info_bytes);
        mc_hmac_feed(&context, &i, 1);
        mc_hmac_finish(block, &context);
        memcpy(out, block, taken);
        out += taken;
        out_bytes -= taken;
    }
    mc_wipe(block, sizeof block);
}

mc_status mc_hkdf(uint8_t *out, size_t out_bytes, const mc_hash *hash, const uint8_t *salt, size_t salt_bytes,
                  const uint8_t *secret, size_t secret_bytes, const uint8_t *info, size_t info_bytes)
{
    uint8_t key[MC_HASH_MAX_DIGEST_BYTES];
    mc_hmac_context context;
    if (out_bytes > 255 * mc_hash_digest_bytes(hash)) {
        memset(out, 0, out_bytes);
        return MC_ERROR_LENGTH;
    }
    mc_hmac_begin(&context, hash, salt, salt_bytes); /* no salt is, as a key, the same as one of zeros */
    mc_hmac_feed(&context, secret, secret_bytes);
    mc_hmac_finish(key, &context);
    expand(out, out_bytes, hash, key, info, info_bytes);
    mc_wipe(key, sizeof key);
    return MC_OK;
}
