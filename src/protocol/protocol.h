/* Protocols over one field: EC(name) is what mc_name of the public interface calls, on hosts through the curve's
 * descriptor, in a mote image directly (codegen/interface.py makes both). Arguments and errors are those of mc_name. */
#ifndef MC_PROTOCOL_H
#define MC_PROTOCOL_H

#include "curve/curve.h"
#include "motecurve/random.h"

/* protocol/check_source.c: MC_ERROR_RANDOM if the source fails or gives the same block twice. */
mc_status EC(check_source)(mc_random random, void *context);

/* protocol/draw.c: a random number from 1 to n - 1. MC_ERROR_RANDOM, and d zeroed, if the source fails, repeats itself
 * or gives no such number in many tries. */
mc_status EC(draw_scalar)(mc_word *d, mc_random random, void *context, const MC_FLASH EC(curve) *curve);

/* protocol/key.c */
mc_status EC(key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                           const MC_FLASH EC(curve) *curve);
mc_status EC(public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                         const MC_FLASH EC(curve) *curve);
mc_status EC(public_key_validate)(const uint8_t *public_key, size_t public_key_bytes, const MC_FLASH EC(curve) *curve);
/* Decodes and validates; q is zeroed on error. */
mc_status EC(public_key_decode)(EC(affine) *q, const uint8_t *public_key, size_t public_key_bytes,
                                const MC_FLASH EC(curve) *curve);

/* protocol/ecdh.c */
mc_status EC(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                            size_t private_key_bytes, size_t peer_key_bytes, const MC_FLASH EC(curve) *curve);

/* protocol/x_function.c: the same for Montgomery curves, in fields that have them: X25519, X448. */
mc_status EC(x_key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                             const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                           const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_public_key_validate)(const uint8_t *public_key, size_t public_key_bytes,
                                    const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                     size_t peer_key_bytes, const MC_FLASH EC(montgomery_curve) *curve);
mc_status EC(x_ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                              size_t private_key_bytes, size_t peer_key_bytes,
                              const MC_FLASH EC(montgomery_curve) *curve);

/* protocol/ecdsa_sign.c */
mc_status EC(ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_sign_digest_random)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                       const MC_FLASH EC(curve) *curve);
/* The signature with the nonce k; 1 <= d, k < n and e < n. MC_ERROR_SIGNATURE, and zeros, if r or s is 0, which takes
 * another nonce. Whoever gives a nonce twice, or one not drawn evenly, gives the private key away. */
mc_status EC(ecdsa_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                               const MC_FLASH EC(curve) *curve);

/* protocol/nonce_rfc6979.c: the nonce for the private key d and the digest e, both below n; `skipped` nonces before it
 * gave no signature. MC_ERROR_RANDOM if there is none in many tries, which no input is known to cause. */
mc_status EC(nonce_rfc6979)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                            const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa_verify.c */
mc_status EC(ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                  size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                  const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa_numbers.c: what signing and verifying share. */
mc_status EC(ecdsa_signature_validate)(const uint8_t *signature, size_t signature_bytes,
                                       const MC_FLASH EC(curve) *curve);
/* r and s; on error both are nothing. Errors: those of ecdsa_signature_validate. */
mc_status EC(ecdsa_signature_decode)(mc_word *r, mc_word *s, const uint8_t *signature, size_t signature_bytes,
                                     const MC_FLASH EC(curve) *curve);
/* e: the digest's leftmost bits, as many as the order has, mod n. MC_ERROR_DIGEST_LENGTH. */
mc_status EC(digest_decode)(mc_word *e, const uint8_t *digest, size_t count, const MC_FLASH EC(curve) *curve);
/* r = the field element x as an integer, mod n. */
void EC(x_mod_order)(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve);

/* protocol/elgamal_embed.c, protocol/elgamal_points.c. Not for Edwards curves. */
mc_status EC(elgamal_capacity)(size_t *octets, const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_embed)(uint8_t *point, const uint8_t *message, size_t message_bytes,
                            const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_extract)(uint8_t *message, size_t *message_bytes, const uint8_t *point, size_t point_bytes,
                              const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_encrypt_point)(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *point,
                                    size_t public_key_bytes, size_t point_bytes, mc_random random, void *context,
                                    const MC_FLASH EC(curve) *curve);
mc_status EC(elgamal_decrypt_point)(uint8_t *point, const uint8_t *private_key, const uint8_t *ciphertext,
                                    size_t private_key_bytes, size_t ciphertext_bytes, const MC_FLASH EC(curve) *curve);

#endif
