/* The prover: Z = x (Y - w0 N), V = w1 (Y - w0 N), of the verifier's share Y (RFC 9383, 3.3). */
#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "protocol/spake2plus/masks.h"
#include "protocol/spake2plus/transcript.h"

#if SPAKE2PLUS_HAS_MASKS

mc_status EC(spake2plus_prover_begin)(mc_spake2plus_prover *prover, uint8_t *share, const uint8_t *w0,
                                      const uint8_t *w1, size_t w0_bytes, size_t w1_bytes, mc_random random,
                                      void *context, const MC_FLASH EC(curve) *curve)
{
    mc_word x[EC_SCALAR_WORDS], w[EC_SCALAR_WORDS];
    mc_spake2plus_prover own = {0};
    mc_status status = EC(scalar_decode)(w, w1, w1_bytes, curve);
    if (status == MC_OK)
        status = EC(scalar_decode)(w, w0, w0_bytes, curve);
    if (status == MC_OK)
        status = EC(draw_scalar)(x, random, context, curve);
    if (status == MC_OK)
        status = EC(spake2plus_share)(own.share, x, w, SPAKE2PLUS_M, curve);
    if (status == MC_OK) {
        memcpy(own.w0, w0, w0_bytes);
        memcpy(own.w1, w1, w1_bytes);
        mc_words_to_octets(own.secret, EC_SCALAR_BYTES(curve), x);
        memcpy(share, own.share, EC_POINT_BYTES);
        *prover = own;
    }
    mc_wipe(x, sizeof x);
    mc_wipe(w, sizeof w);
    mc_wipe(&own, sizeof own);
    EC_WIPE_SPILLED();
    return status;
}

/* Z and V, in a frame that is not there while the transcript is hashed. */
MC_NOINLINE mc_status prover_points(mc_spake2plus_transcript *t, const mc_spake2plus_prover *prover,
                                    const uint8_t *peer_share, size_t peer_share_bytes, const MC_FLASH EC(curve) *curve)
{
    EC(affine) share;
    mc_word w0[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS];
    const size_t bytes = EC_SCALAR_BYTES(curve);
    mc_status status = EC(scalar_decode)(w0, prover->w0, bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&share, peer_share, peer_share_bytes, curve);
    if (status == MC_OK)
        status = EC(scalar_decode)(k, prover->secret, bytes, curve);
    if (status == MC_OK)
        status = EC(spake2plus_multiply_unmasked)(t->z, k, &share, w0, SPAKE2PLUS_N, curve);
    if (status == MC_OK)
        status = EC(scalar_decode)(k, prover->w1, bytes, curve);
    if (status == MC_OK)
        status = EC(spake2plus_multiply_unmasked)(t->v, k, &share, w0, SPAKE2PLUS_N, curve);
    mc_wipe(w0, sizeof w0);
    mc_wipe(k, sizeof k);
    EC_WIPE_SPILLED();
    return status;
}

/* The keys of Z and V; MC_ERROR_MAC if the peer has others. */
MC_NOINLINE mc_status prover_keys(mc_spake2plus_keys *keys, mc_spake2plus_transcript *t, const uint8_t *confirmation,
                                  size_t confirmation_bytes, const mc_spake2plus_names *names, const mc_hash *hash)
{
    const size_t bytes = mc_hash_digest_bytes(hash);
    EC(spake2plus_encoded_mask)(t->m, SPAKE2PLUS_M);
    EC(spake2plus_encoded_mask)(t->n, SPAKE2PLUS_N);
    mc_spake2plus_derive(keys, t, names, hash);
    const int is_right =
        confirmation_bytes == bytes && mc_octets_equal(keys->verifier_confirmation, confirmation, bytes);
    return is_right ? MC_OK : MC_ERROR_MAC;
}

mc_status EC(spake2plus_prover_finish)(uint8_t *shared_key, uint8_t *confirmation, mc_spake2plus_prover *prover,
                                       const uint8_t *peer_share, const uint8_t *peer_confirmation,
                                       size_t peer_share_bytes, size_t peer_confirmation_bytes,
                                       const mc_spake2plus_names *names, const mc_hash *hash,
                                       const MC_FLASH EC(curve) *curve)
{
    mc_spake2plus_keys keys;
    mc_spake2plus_transcript t = {.prover_share = prover->share,
                                  .verifier_share = peer_share,
                                  .w0 = prover->w0,
                                  .point_bytes = EC_POINT_BYTES,
                                  .scalar_bytes = EC_SCALAR_BYTES(curve)};
    mc_status status = mc_spake2plus_check(names, hash);
    if (status == MC_OK)
        status = prover_points(&t, prover, peer_share, peer_share_bytes, curve);
    if (status == MC_OK)
        status = prover_keys(&keys, &t, peer_confirmation, peer_confirmation_bytes, names, hash);
    if (status == MC_OK) {
        memcpy(shared_key, keys.shared_key, mc_hash_digest_bytes(hash));
        memcpy(confirmation, keys.prover_confirmation, mc_hash_digest_bytes(hash));
    }
    mc_wipe(&keys, sizeof keys);
    mc_wipe(&t, sizeof t);
    mc_wipe(prover, sizeof *prover);
    return status;
}

#else

mc_status EC(spake2plus_prover_begin)(mc_spake2plus_prover *prover, uint8_t *share, const uint8_t *w0,
                                      const uint8_t *w1, size_t w0_bytes, size_t w1_bytes, mc_random random,
                                      void *context, const MC_FLASH EC(curve) *curve)
{
    (void)prover, (void)share, (void)w0, (void)w1, (void)w0_bytes, (void)w1_bytes, (void)random, (void)context;
    (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

mc_status EC(spake2plus_prover_finish)(uint8_t *shared_key, uint8_t *confirmation, mc_spake2plus_prover *prover,
                                       const uint8_t *peer_share, const uint8_t *peer_confirmation,
                                       size_t peer_share_bytes, size_t peer_confirmation_bytes,
                                       const mc_spake2plus_names *names, const mc_hash *hash,
                                       const MC_FLASH EC(curve) *curve)
{
    (void)shared_key, (void)confirmation, (void)prover, (void)peer_share, (void)peer_confirmation;
    (void)peer_share_bytes, (void)peer_confirmation_bytes, (void)names, (void)hash, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

#endif
