/* Inside SPAKE2+: from the transcript to the keys. Compiled once for all fields. */
#ifndef MC_PROTOCOL_SPAKE2PLUS_TRANSCRIPT_H
#define MC_PROTOCOL_SPAKE2PLUS_TRANSCRIPT_H

#include "motecurve/spake2plus.h"

/* Encoded points of so many bytes, and w0 as bytes. */
typedef struct {
    uint8_t m[MC_MAX_PUBLIC_KEY_BYTES], n[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t z[MC_MAX_PUBLIC_KEY_BYTES], v[MC_MAX_PUBLIC_KEY_BYTES];
    const uint8_t *prover_share, *verifier_share, *w0;
    size_t point_bytes, scalar_bytes;
} mc_spake2plus_transcript;

/* A digest each. */
typedef struct {
    uint8_t prover_confirmation[MC_HASH_MAX_DIGEST_BYTES], verifier_confirmation[MC_HASH_MAX_DIGEST_BYTES];
    uint8_t shared_key[MC_HASH_MAX_DIGEST_BYTES];
} mc_spake2plus_keys;

/* MC_ERROR_UNSUPPORTED for a hash that no suite has, and for null names. */
static inline mc_status mc_spake2plus_check(const mc_spake2plus_names *names, const mc_hash *hash)
{
    return names && mc_hash_digest_bytes(hash) >= MC_SHA256_BYTES ? MC_OK : MC_ERROR_UNSUPPORTED;
}

/* protocol/spake2plus/once/spake2plus_transcript.c: the key schedule (RFC 9383, 3.3 and 3.4). Wipe the keys. */
void mc_spake2plus_derive(mc_spake2plus_keys *keys, const mc_spake2plus_transcript *transcript,
                          const mc_spake2plus_names *names, const mc_hash *hash);

#endif
