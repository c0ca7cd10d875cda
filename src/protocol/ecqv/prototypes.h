/* ECQV, over one field. */
#ifndef MC_PROTOCOL_ECQV_PROTOTYPES_H
#define MC_PROTOCOL_ECQV_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/ecqv.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

/* protocol/ecqv/ecqv_issue.c, ecqv_receive.c, ecqv_public_key.c. Not on Edwards curves. */
mc_status EC(ecqv_issue)(uint8_t *certificate, uint8_t *contribution, const uint8_t *authority_private_key,
                         const uint8_t *request, const uint8_t *info, size_t authority_private_key_bytes,
                         size_t request_bytes, size_t info_bytes, const mc_hash *hash, mc_random random, void *context,
                         const MC_FLASH EC(curve) *curve);
mc_status EC(ecqv_receive)(uint8_t *private_key, uint8_t *public_key, const uint8_t *certificate,
                           const uint8_t *contribution, const uint8_t *request_private_key,
                           const uint8_t *authority_public_key, size_t certificate_bytes, size_t contribution_bytes,
                           size_t request_private_key_bytes, size_t authority_public_key_bytes, const mc_hash *hash,
                           const MC_FLASH EC(curve) *curve);
mc_status EC(ecqv_public_key)(uint8_t *public_key, const uint8_t *certificate, const uint8_t *authority_public_key,
                              size_t certificate_bytes, size_t authority_public_key_bytes, const mc_hash *hash,
                              const MC_FLASH EC(curve) *curve);
/* The public key q and the certificate's e. Errors: those of mc_ecqv_public_key; q is then nothing. */
mc_status EC(ecqv_reconstruct)(EC(affine) *q, mc_word *e, const uint8_t *certificate,
                               const uint8_t *authority_public_key, size_t certificate_bytes,
                               size_t authority_public_key_bytes, const mc_hash *hash, const MC_FLASH EC(curve) *curve);
/* protocol/ecqv/ecqv_hash.c: e = H_n of SEC 4, 2.3, of the certificate; below n. */
void EC(ecqv_hash)(mc_word *e, const uint8_t *certificate, size_t certificate_bytes, const mc_hash *hash,
                   const MC_FLASH EC(curve) *curve);

#endif
