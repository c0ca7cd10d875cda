/* HKDF with SHA-256 over parts that lie apart: no buffer holds a whole context, which has a credential in it. */
#include "network/edhoc/key.h"

#include <string.h>

#include "motecurve/hash.h"
#include "motecurve/hmac.h"
#include "native/burn.h"
#include "network/cbor.h"
#include "word/word.h"

void mc_edhoc_extract(uint8_t prk[HASH_BYTES], const uint8_t salt[HASH_BYTES], const uint8_t secret[KEY_BYTES])
{
    mc_hmac_sha256_key key;
    mc_sha256_context context;
    mc_hmac_sha256_set_key(&key, salt, HASH_BYTES);
    mc_hmac_sha256_begin(&context, &key);
    mc_sha256_feed(&context, secret, KEY_BYTES);
    mc_hmac_sha256_finish(prk, &context, &key);
    mc_wipe(&key, sizeof key);
}

static void feed_head(mc_sha256_context *context, uint8_t major, uint32_t argument)
{
    uint8_t head[MC_CBOR_MAX_HEAD_BYTES];
    mc_sha256_feed(context, head, mc_cbor_head(head, major, argument));
}

/* info = (label, context as a string, length), and the number of the block (RFC 5869, 2.3). */
void mc_edhoc_kdf(uint8_t *out, size_t out_bytes, const uint8_t prk[HASH_BYTES], uint16_t label,
                  const mc_edhoc_part *parts, uint8_t count)
{
    mc_hmac_sha256_key key;
    mc_sha256_context context;
    uint8_t block[HASH_BYTES];
    size_t bytes = 0, left = out_bytes;
    for (uint8_t i = 0; i < count; i++)
        bytes += parts[i].bytes;
    mc_hmac_sha256_set_key(&key, prk, HASH_BYTES);
    for (uint8_t number = 1; left; number++) {
        const size_t taken = left < HASH_BYTES ? left : HASH_BYTES;
        mc_hmac_sha256_begin(&context, &key);
        mc_sha256_feed(&context, block, number == 1 ? 0 : HASH_BYTES);
        feed_head(&context, MC_CBOR_UNSIGNED, label);
        feed_head(&context, MC_CBOR_OCTETS, (uint32_t)bytes);
        for (uint8_t i = 0; i < count; i++)
            mc_sha256_feed(&context, parts[i].octets, parts[i].bytes);
        feed_head(&context, MC_CBOR_UNSIGNED, (uint32_t)out_bytes);
        mc_sha256_feed(&context, &number, 1);
        mc_hmac_sha256_finish(block, &context, &key);
        memcpy(out, block, taken);
        out += taken;
        left -= taken;
    }
    mc_wipe(block, sizeof block);
    mc_wipe(&key, sizeof key);
}

void mc_edhoc_kdf_transcript(uint8_t *out, size_t out_bytes, const uint8_t prk[HASH_BYTES], uint16_t label,
                             const uint8_t transcript[HASH_BYTES])
{
    const mc_edhoc_part part = {transcript, HASH_BYTES};
    mc_edhoc_kdf(out, out_bytes, prk, label, &part, 1);
}

void mc_edhoc_add_to_transcript(uint8_t transcript[HASH_BYTES], const uint8_t *plaintext, size_t bytes,
                                const mc_edhoc_credential *credential)
{
    mc_sha256_context context;
    mc_sha256_begin(&context);
    feed_head(&context, MC_CBOR_OCTETS, HASH_BYTES);
    mc_sha256_feed(&context, transcript, HASH_BYTES);
    mc_sha256_feed(&context, plaintext, bytes);
    mc_sha256_feed(&context, credential->cred, credential->cred_bytes);
    mc_sha256_finish(transcript, &context);
}

/* K and IV of the exporter are of PRK_exporter alone, which is made of PRK_out. */
mc_status mc_edhoc_export(uint8_t *key, size_t key_bytes, mc_edhoc *session, uint16_t label, const uint8_t *context,
                          size_t context_bytes)
{
    const mc_edhoc_part part = {context, context_bytes};
    uint8_t exporter[HASH_BYTES];
    mc_status status = session->state < MC_EDHOC_TO_WRITE_4 ? MC_ERROR_ABANDONED : MC_OK;
    if (status == MC_OK && (key_bytes > 255 * HASH_BYTES || context_bytes >= MESSAGE_BYTES_END))
        status = MC_ERROR_LENGTH;
    if (status != MC_OK) {
        mc_wipe(key, key_bytes);
        return status;
    }
    mc_edhoc_kdf(exporter, sizeof exporter, session->out, MC_EDHOC_PRK_EXPORTER, NULL, 0);
    mc_edhoc_kdf(key, key_bytes, exporter, label, &part, 1);
    mc_wipe(exporter, sizeof exporter);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return MC_OK;
}

mc_status mc_edhoc_update(mc_edhoc *session, const uint8_t *context, size_t context_bytes)
{
    const mc_edhoc_part part = {context, context_bytes};
    uint8_t updated[HASH_BYTES];
    if (session->state < MC_EDHOC_TO_WRITE_4)
        return MC_ERROR_ABANDONED;
    if (context_bytes >= MESSAGE_BYTES_END)
        return MC_ERROR_LENGTH;
    mc_edhoc_kdf(updated, sizeof updated, session->out, MC_EDHOC_NEW_PRK_OUT, &part, 1);
    memcpy(session->out, updated, sizeof updated);
    mc_wipe(updated, sizeof updated);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return MC_OK;
}
