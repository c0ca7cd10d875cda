/* EdDSA, over one field. */
#ifndef MC_PROTOCOL_EDDSA_PROTOTYPES_H
#define MC_PROTOCOL_EDDSA_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/eddsa.h"
#include "motecurve/random.h"

/* protocol/eddsa/ed_key.c: keys for the Edwards curves that have EdDSA: Ed25519, Ed448. */
mc_status EC(ed_key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                              const MC_FLASH EC(curve) *curve);
mc_status EC(ed_public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                            const MC_FLASH EC(curve) *curve);
mc_status EC(ed_public_key_validate)(const uint8_t *public_key, size_t public_key_bytes,
                                     const MC_FLASH EC(curve) *curve);

/* protocol/eddsa/ed_sign.c */
mc_status EC(ed_eddsa_sign)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                            size_t private_key_bytes, size_t message_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_sign_context)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                    const uint8_t *context, size_t private_key_bytes, size_t message_bytes,
                                    size_t context_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                   const uint8_t *context, size_t private_key_bytes, size_t digest_bytes,
                                   size_t context_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_sign_read)(uint8_t *signature, const uint8_t *private_key, const uint8_t *context,
                                 size_t private_key_bytes, size_t message_bytes, size_t context_bytes, mc_reader reader,
                                 void *reader_context, const MC_FLASH EC(curve) *curve);

/* protocol/eddsa/ed_sign_expanded.c */
mc_status EC(ed_eddsa_key_expand)(uint8_t *expanded_key, const uint8_t *private_key, size_t private_key_bytes,
                                  const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_sign_expanded)(uint8_t *signature, const uint8_t *expanded_key, const uint8_t *message,
                                     const uint8_t *context, size_t expanded_key_bytes, size_t message_bytes,
                                     size_t context_bytes, const MC_FLASH EC(curve) *curve);

/* protocol/eddsa/ed_verify.c */
mc_status EC(ed_eddsa_verify)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                              size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                              const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_verify_context)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                                      const uint8_t *context, size_t signature_bytes, size_t public_key_bytes,
                                      size_t message_bytes, size_t context_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                     const uint8_t *context, size_t signature_bytes, size_t public_key_bytes,
                                     size_t digest_bytes, size_t context_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_verify_read)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *context,
                                   size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                                   size_t context_bytes, mc_reader reader, void *reader_context,
                                   const MC_FLASH EC(curve) *curve);
mc_status EC(ed_eddsa_signature_validate)(const uint8_t *signature, size_t signature_bytes,
                                          const MC_FLASH EC(curve) *curve);

/* protocol/eddsa/ed_verify_verdict.c */
mc_status EC(ed_eddsa_verify_verdict)(uint8_t *verdict, const uint8_t *signature, const uint8_t *public_key,
                                      const uint8_t *message, size_t signature_bytes, size_t public_key_bytes,
                                      size_t message_bytes, const MC_FLASH EC(curve) *curve);

#endif
