/* ECDSA, over one field. */
#ifndef MC_PROTOCOL_ECDSA_PROTOTYPES_H
#define MC_PROTOCOL_ECDSA_PROTOTYPES_H

#include "curve/curve.h"
#include "motecurve/batch.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

/* protocol/ecdsa/ecdsa_sign.c, ecdsa_sign_with_hash.c, ecdsa_sign_hedged.c, ecdsa_sign_random.c: by source of nonces.
 */
mc_status EC(ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_sign_digest_with_hash)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                          size_t private_key_bytes, size_t digest_bytes, const mc_hash *hash,
                                          const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_sign_digest_hedged)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                       const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_sign_digest_random)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                       const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa/ecdsa_sign_nonce.c */
/* The signature with the nonce k; 1 <= d, k < n and e < n. MC_ERROR_SIGNATURE, and zeros, if r or s is 0, which takes
 * another nonce. Whoever gives a nonce twice, or one not drawn evenly, gives the private key away. */
mc_status EC(ecdsa_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                               const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa/ecdsa_verify.c */
mc_status EC(ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                  size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                  const MC_FLASH EC(curve) *curve);
/* The same, and the point R = u G + v Q of a valid signature, whose x modulo n is r. */
mc_status EC(ecdsa_verification_point)(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
                                       const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes,
                                       size_t digest_bytes, const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa/ecdsa_verify_verdict.c */
mc_status EC(ecdsa_verify_digest_verdict)(uint8_t *verdict, const uint8_t *signature, const uint8_t *public_key,
                                          const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes,
                                          size_t digest_bytes, const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa/ecdsa_sign_extended.c, extension.c */
mc_status EC(ecdsa_sign_digest_extended)(uint8_t *extended, const uint8_t *private_key, const uint8_t *digest,
                                         size_t private_key_bytes, size_t digest_bytes,
                                         const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_extended_signature_bytes)(size_t *bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_extend)(uint8_t *extended, const uint8_t *signature, const uint8_t *public_key,
                           const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                           const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa/ecdsa_numbers.c: shared by signing and verifying. */
mc_status EC(ecdsa_signature_validate)(const uint8_t *signature, size_t signature_bytes,
                                       const MC_FLASH EC(curve) *curve);
/* protocol/ecdsa/ecdsa_low_s.c. Not for Edwards curves. */
mc_status EC(ecdsa_signature_normalise)(uint8_t *normal, const uint8_t *signature, size_t signature_bytes,
                                        const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_signature_validate_strict)(const uint8_t *signature, size_t signature_bytes,
                                              const MC_FLASH EC(curve) *curve);
/* r and s; on error both are nothing. Errors: those of ecdsa_signature_validate. */
mc_status EC(ecdsa_signature_decode)(mc_word *r, mc_word *s, const uint8_t *signature, size_t signature_bytes,
                                     const MC_FLASH EC(curve) *curve);
/* e: the digest's leftmost bits, as many as the order has, mod n. MC_ERROR_DIGEST_LENGTH. */
mc_status EC(digest_decode)(mc_word *e, const uint8_t *digest, size_t count, const MC_FLASH EC(curve) *curve);

#endif
