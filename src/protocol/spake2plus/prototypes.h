/* SPAKE2+, over one field. */
#ifndef MC_PROTOCOL_SPAKE2PLUS_PROTOTYPES_H
#define MC_PROTOCOL_SPAKE2PLUS_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/spake2plus.h"

/* protocol/spake2plus/spake2plus_scalars.c, spake2plus_prover.c, spake2plus_verifier.c */
mc_status EC(spake2plus_scalars)(uint8_t *w0, uint8_t *w1, const uint8_t *seed, size_t seed_bytes,
                                 const MC_FLASH EC(curve) *curve);
mc_status EC(spake2plus_record)(uint8_t *w0, uint8_t *record, const uint8_t *seed, size_t seed_bytes,
                                const MC_FLASH EC(curve) *curve);
mc_status EC(spake2plus_prover_begin)(mc_spake2plus_prover *prover, uint8_t *share, const uint8_t *w0,
                                      const uint8_t *w1, size_t w0_bytes, size_t w1_bytes, mc_random random,
                                      void *context, const MC_FLASH EC(curve) *curve);
mc_status EC(spake2plus_prover_finish)(uint8_t *shared_key, uint8_t *confirmation, mc_spake2plus_prover *prover,
                                       const uint8_t *peer_share, const uint8_t *peer_confirmation,
                                       size_t peer_share_bytes, size_t peer_confirmation_bytes,
                                       const mc_spake2plus_names *names, const mc_hash *hash,
                                       const MC_FLASH EC(curve) *curve);
mc_status EC(spake2plus_verifier_respond)(mc_spake2plus_verifier *verifier, uint8_t *share, uint8_t *confirmation,
                                          const uint8_t *peer_share, const uint8_t *w0, const uint8_t *record,
                                          size_t peer_share_bytes, size_t w0_bytes, size_t record_bytes,
                                          const mc_spake2plus_names *names, const mc_hash *hash, mc_random random,
                                          void *context, const MC_FLASH EC(curve) *curve);

/* protocol/spake2plus/spake2plus_points.c: M or N, encoded without compression. */
typedef enum { SPAKE2PLUS_M, SPAKE2PLUS_N } spake2plus_mask;
void EC(spake2plus_encoded_mask)(uint8_t *encoded, spake2plus_mask mask);
/* share = secret G + w0 times the mask, encoded. Constant time. */
mc_status EC(spake2plus_share)(uint8_t *share, const mc_word *secret, const mc_word *w0, spake2plus_mask mask,
                               const MC_FLASH EC(curve) *curve);
/* product = k q, encoded. Constant time in k. */
mc_status EC(spake2plus_multiply)(uint8_t *product, const mc_word *k, const EC(affine) *q,
                                  const MC_FLASH EC(curve) *curve);
/* product = k (share - w0 mask), encoded, of a valid share. It is computed as k share - (k w0) mask: a multiplication
 * may take a time that its point decides, and the point share - w0 mask tells a right password from a wrong one. Both
 * points that are multiplied here are public. Constant time in k and w0, which is below n. Also
 * MC_ERROR_SHARED_INFINITY. */
mc_status EC(spake2plus_multiply_unmasked)(uint8_t *product, const mc_word *k, const EC(affine) *share,
                                           const mc_word *w0, spake2plus_mask mask, const MC_FLASH EC(curve) *curve);

#endif
