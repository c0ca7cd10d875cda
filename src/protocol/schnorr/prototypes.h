/* EC-Schnorr, over one field. */
#ifndef MC_PROTOCOL_SCHNORR_PROTOTYPES_H
#define MC_PROTOCOL_SCHNORR_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"
#include "motecurve/schnorr.h"

/* A message as it is signed by EC-Schnorr. */
typedef struct {
    const uint8_t *octets;
    size_t bytes;
    mc_schnorr_form form;
    const mc_hash *hash;
} mc_schnorr_message;

/* protocol/schnorr/schnorr_sign.c, schnorr_sign_random.c: by source of nonces. */
mc_status EC(schnorr_sign)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                           size_t private_key_bytes, size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                           const MC_FLASH EC(curve) *curve);
mc_status EC(schnorr_sign_random)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                  size_t private_key_bytes, size_t message_bytes, mc_schnorr_form form,
                                  const mc_hash *hash, mc_random random, void *context,
                                  const MC_FLASH EC(curve) *curve);

/* protocol/schnorr/schnorr_sign_nonce.c: the signature with the nonce k; 1 <= d, k < n. MC_ERROR_SIGNATURE, and nothing
 * written, if r or s is 0 modulo n, which takes another nonce. */
mc_status EC(schnorr_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *k,
                                 const mc_schnorr_message *message, const MC_FLASH EC(curve) *curve);

/* protocol/schnorr/schnorr_challenge.c: r of the point R = p. */
void EC(schnorr_challenge)(uint8_t *r, const EC(affine) *p, const mc_schnorr_message *message);

/* protocol/schnorr/schnorr_verify.c: point = s G - r Q, which may be infinity, with -Q in q, which may be the point; 0
 * if r is the challenge of a point; and both. */
mc_status EC(schnorr_verification_point)(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                         size_t signature_bytes, size_t public_key_bytes,
                                         const mc_schnorr_message *message, const MC_FLASH EC(curve) *curve,
                                         EC(affine) *q);
uint32_t EC(schnorr_differences)(const uint8_t *r, const EC(affine) *point, const mc_schnorr_message *message);
mc_status EC(schnorr_verify)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                             size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                             mc_schnorr_form form, const mc_hash *hash, const MC_FLASH EC(curve) *curve);

/* protocol/schnorr/schnorr_verify_verdict.c */
mc_status EC(schnorr_verify_verdict)(uint8_t *verdict, const uint8_t *signature, const uint8_t *public_key,
                                     const uint8_t *message, size_t signature_bytes, size_t public_key_bytes,
                                     size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                                     const MC_FLASH EC(curve) *curve);

#endif
