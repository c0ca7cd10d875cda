#include "protocol/spake2plus/transcript.h"

#include <string.h>

#include "motecurve/hmac.h"
#include "motecurve/kdf.h"
#include "word/word.h"

/* A part of the transcript, with its length in 8 bytes, the lowest first. */
static void feed(mc_hash_context *context, const uint8_t *octets, size_t bytes)
{
    uint8_t length[8] = {0};
    size_t rest = bytes;
    for (uint8_t i = 0; i < sizeof length; i++, rest >>= 8)
        length[i] = (uint8_t)rest;
    mc_hash_feed(context, length, sizeof length);
    mc_hash_feed(context, octets, bytes);
}

static void hash_transcript(uint8_t *main_key, const mc_spake2plus_transcript *t, const mc_spake2plus_names *names,
                            const mc_hash *hash)
{
    mc_hash_context context;
    const uint8_t *const points[] = {t->m, t->n, t->prover_share, t->verifier_share, t->z, t->v};
    mc_hash_begin(&context, hash);
    feed(&context, names->context, names->context_bytes);
    feed(&context, names->prover, names->prover_bytes);
    feed(&context, names->verifier, names->verifier_bytes);
    for (uint8_t i = 0; i < sizeof points / sizeof *points; i++)
        feed(&context, points[i], t->point_bytes);
    feed(&context, t->w0, t->scalar_bytes);
    mc_hash_finish(main_key, &context);
}

static void confirm(uint8_t *tag, const mc_hash *hash, const uint8_t *key, const uint8_t *share, size_t share_bytes)
{
    mc_hmac_context context;
    mc_hmac_begin(&context, hash, key, mc_hash_digest_bytes(hash));
    mc_hmac_feed(&context, share, share_bytes);
    mc_hmac_finish(tag, &context);
}

/* HKDF gives what it is asked for here: at most two digests. */
static void expand(uint8_t *out, size_t digests, const mc_hash *hash, const uint8_t *main_key, const char *label,
                   size_t label_bytes)
{
    const size_t bytes = mc_hash_digest_bytes(hash);
    if (mc_hkdf(out, digests * bytes, hash, NULL, 0, main_key, bytes, (const uint8_t *)label, label_bytes) != MC_OK)
        mc_wipe(out, digests * bytes);
}

void mc_spake2plus_derive(mc_spake2plus_keys *keys, const mc_spake2plus_transcript *transcript,
                          const mc_spake2plus_names *names, const mc_hash *hash)
{
    uint8_t main_key[MC_HASH_MAX_DIGEST_BYTES], confirmation_keys[2 * MC_HASH_MAX_DIGEST_BYTES];
    const size_t bytes = transcript->point_bytes;
    hash_transcript(main_key, transcript, names, hash);
    expand(keys->shared_key, 1, hash, main_key, "SharedKey", 9);
    expand(confirmation_keys, 2, hash, main_key, "ConfirmationKeys", 16);
    confirm(keys->prover_confirmation, hash, confirmation_keys, transcript->verifier_share, bytes);
    confirm(keys->verifier_confirmation, hash, confirmation_keys + mc_hash_digest_bytes(hash), transcript->prover_share,
            bytes);
    mc_wipe(main_key, sizeof main_key);
    mc_wipe(confirmation_keys, sizeof confirmation_keys);
}
