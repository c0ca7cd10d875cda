/* The verifier: Z = y (X - w0 M), V = y L, of the prover's share X and the record L (RFC 9383, 3.3). */
#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "protocol/spake2plus/masks.h"
#include "protocol/spake2plus/transcript.h"

#if SPAKE2PLUS_HAS_MASKS

/* The share, Z and V, in a frame that is not there while the transcript is hashed. The peer's points are validated
 * before y is drawn. */
MC_NOINLINE mc_status verifier_points(uint8_t *share, mc_spake2plus_transcript *t, size_t share_bytes,
                                      const uint8_t *record, size_t record_bytes, mc_random random, void *context,
                                      const MC_FLASH EC(curve) *curve)
{
    EC(affine) peer, l;
    mc_word w0[EC_SCALAR_WORDS], y[EC_SCALAR_WORDS];
    mc_status status = EC(scalar_decode)(w0, t->w0, t->scalar_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&l, record, record_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key_decode)(&peer, t->prover_share, share_bytes, curve);
    if (status == MC_OK)
        status = EC(draw_scalar)(y, random, context, curve);
    if (status == MC_OK)
        status = EC(spake2plus_share)(share, y, w0, SPAKE2PLUS_N, curve);
    if (status == MC_OK)
        status = EC(spake2plus_multiply_unmasked)(t->z, y, &peer, w0, SPAKE2PLUS_M, curve);
    if (status == MC_OK)
        status = EC(spake2plus_multiply)(t->v, y, &l, curve);
    mc_wipe(w0, sizeof w0);
    mc_wipe(y, sizeof y);
    EC_WIPE_SPILLED();
    return status;
}

MC_NOINLINE void verifier_keys(mc_spake2plus_verifier *own, uint8_t *confirmation, mc_spake2plus_transcript *t,
                               const mc_spake2plus_names *names, const mc_hash *hash)
{
    mc_spake2plus_keys keys;
    EC(spake2plus_encoded_mask)(t->m, SPAKE2PLUS_M);
    EC(spake2plus_encoded_mask)(t->n, SPAKE2PLUS_N);
    mc_spake2plus_derive(&keys, t, names, hash);
    own->digest_bytes = (uint8_t)mc_hash_digest_bytes(hash);
    memcpy(own->confirmation, keys.prover_confirmation, own->digest_bytes);
    memcpy(own->shared_key, keys.shared_key, own->digest_bytes);
    memcpy(confirmation, keys.verifier_confirmation, own->digest_bytes);
    mc_wipe(&keys, sizeof keys);
}

mc_status EC(spake2plus_verifier_respond)(mc_spake2plus_verifier *verifier, uint8_t *share, uint8_t *confirmation,
                                          const uint8_t *peer_share, const uint8_t *w0, const uint8_t *record,
                                          size_t peer_share_bytes, size_t w0_bytes, size_t record_bytes,
                                          const mc_spake2plus_names *names, const mc_hash *hash, mc_random random,
                                          void *context, const MC_FLASH EC(curve) *curve)
{
    uint8_t own_share[EC_POINT_BYTES], own_confirmation[MC_HASH_MAX_DIGEST_BYTES];
    mc_spake2plus_verifier own = {0};
    mc_spake2plus_transcript t = {.prover_share = peer_share,
                                  .verifier_share = own_share,
                                  .w0 = w0,
                                  .point_bytes = EC_POINT_BYTES,
                                  .scalar_bytes = EC_SCALAR_BYTES(curve)};
    mc_status status = mc_spake2plus_check(names, hash);
    if (status == MC_OK && w0_bytes != t.scalar_bytes)
        status = MC_ERROR_LENGTH;
    if (status == MC_OK)
        status = verifier_points(own_share, &t, peer_share_bytes, record, record_bytes, random, context, curve);
    if (status == MC_OK) {
        verifier_keys(&own, own_confirmation, &t, names, hash);
        memcpy(share, own_share, sizeof own_share);
        memcpy(confirmation, own_confirmation, own.digest_bytes);
        *verifier = own;
    }
    mc_wipe(&own, sizeof own);
    mc_wipe(&t, sizeof t);
    return status;
}

#else

mc_status EC(spake2plus_verifier_respond)(mc_spake2plus_verifier *verifier, uint8_t *share, uint8_t *confirmation,
                                          const uint8_t *peer_share, const uint8_t *w0, const uint8_t *record,
                                          size_t peer_share_bytes, size_t w0_bytes, size_t record_bytes,
                                          const mc_spake2plus_names *names, const mc_hash *hash, mc_random random,
                                          void *context, const MC_FLASH EC(curve) *curve)
{
    (void)verifier, (void)share, (void)confirmation, (void)peer_share, (void)w0, (void)record;
    (void)peer_share_bytes, (void)w0_bytes, (void)record_bytes, (void)names, (void)hash, (void)random, (void)context;
    (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

#endif
