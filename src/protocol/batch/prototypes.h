/* Batches of signatures and of agreements, over one field. */
#ifndef MC_PROTOCOL_BATCH_PROTOTYPES_H
#define MC_PROTOCOL_BATCH_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/batch.h"
#include "motecurve/random.h"

/* protocol/batch/batch.c, batch_verify.c, batch_verify_extended.c; for hosts */
mc_status EC(ecdsa_batch_bytes)(size_t *bytes, size_t count, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_verify_batch)(mc_status *results, void *memory, const mc_signed_digest *signatures,
                                 size_t memory_bytes, size_t count, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_verify_extended_batch)(mc_status *results, void *memory, const mc_signed_digest *signatures,
                                          size_t memory_bytes, size_t count, mc_random random, void *context,
                                          const MC_FLASH EC(curve) *curve);

/* protocol/batch/batch_eddsa.c; for hosts */
mc_status EC(ed_eddsa_batch_bytes)(size_t *bytes, size_t count, const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_verify_batch)(mc_status *results, void *memory, const mc_signed_message *signatures,
                                    size_t memory_bytes, size_t count, mc_random random, void *context,
                                    const MC_FLASH EC(curve) *curve);

/* protocol/batch/batch_ecdh.c; for hosts */
mc_status EC(x_ecdh_batch)(mc_status *results, uint8_t *secrets, const uint8_t *private_keys, const uint8_t *peer_keys,
                           size_t private_keys_bytes, size_t peer_keys_bytes, size_t count,
                           const MC_FLASH EC(montgomery_curve) *curve);

#endif
