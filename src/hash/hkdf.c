#include "hash/kdf.h"
#include "motecurve/hmac.h"
#include "motecurve/kdf.h"
#include "native/burn.h"
#include "word/word.h"

#include <string.h>

void mc_hkdf_extract(uint8_t *key, const mc_hash *hash, const uint8_t *salt, size_t salt_bytes, const uint8_t *secret,
                     size_t secret_bytes)
{
    mc_hmac_context context;
    mc_hmac_begin(&context, hash, salt, salt_bytes); /* no salt is, as a key, the same as one of zeros */
    mc_hmac_feed(&context, secret, secret_bytes);
    mc_hmac_finish(key, &context);
}

/* RFC 5869, 2.3: T(i) = HMAC(key, T(i - 1) || info || i). */
void mc_hkdf_block(uint8_t *digest, const mc_kdf_inputs *inputs, uint32_t number)
{
    const uint8_t octet = (uint8_t)number;
    mc_hmac_context context;
    mc_hmac_begin(&context, inputs->hash, inputs->secret.octets, inputs->secret.bytes);
    mc_hmac_feed(&context, digest, number == 1 ? 0 : mc_hash_digest_bytes(inputs->hash));
    for (uint8_t i = 0; i < 2; i++)
        mc_hmac_feed(&context, inputs->info[i].octets, inputs->info[i].bytes);
    mc_hmac_feed(&context, &octet, 1);
    mc_hmac_finish(digest, &context);
}

mc_status mc_hkdf(uint8_t *out, size_t out_bytes, const mc_hash *hash, const uint8_t *salt, size_t salt_bytes,
                  const uint8_t *secret, size_t secret_bytes, const uint8_t *info, size_t info_bytes)
{
    const size_t digest_bytes = mc_hash_digest_bytes(hash);
    uint8_t key[MC_HASH_MAX_DIGEST_BYTES], block[MC_HASH_MAX_DIGEST_BYTES];
    const mc_kdf_inputs inputs = {hash, {key, digest_bytes}, {{info, info_bytes}, {NULL, 0}}};
    if (out_bytes > digest_bytes && hash && mc_octets_overlap(out, out_bytes, info, info_bytes))
        return MC_ERROR_OVERLAP;
    if (out_bytes > 255 * digest_bytes || !hash) {
        mc_wipe(out, out_bytes);
        return hash ? MC_ERROR_LENGTH : MC_ERROR_UNSUPPORTED;
    }
    mc_hkdf_extract(key, hash, salt, salt_bytes, secret, secret_bytes);
    for (uint8_t number = 1; out_bytes; number++) {
        const size_t taken = out_bytes < digest_bytes ? out_bytes : digest_bytes;
        mc_hkdf_block(block, &inputs, number);
        memcpy(out, block, taken);
        out += taken;
        out_bytes -= taken;
    }
    mc_wipe(key, sizeof key);
    mc_wipe(block, sizeof block);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return MC_OK;
}
