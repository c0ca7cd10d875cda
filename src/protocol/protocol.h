/* Protocols over one field: EC(name) is what mc_name of the public interface calls, on hosts through the curve's
 * descriptor, in a mote image directly (codegen/interface.py makes both). Arguments and errors are those of mc_name. An
 * output is written when every input has been read, for they may overlap; on error mc_name zeroes what is in it. */
#ifndef MC_PROTOCOL_H
#define MC_PROTOCOL_H

#include "curve/curve.h"
#include "motecurve/batch.h"
#include "motecurve/eddsa.h"
#include "motecurve/hash.h"
#include "motecurve/ecqv.h"
#include "motecurve/random.h"
#include "motecurve/schnorr.h"

/* At the end of a protocol, what compilers spilled of numbers modulo the order in frames of the steps before, of which
 * products are the deepest; multiplications of points go deeper. On words of 8 bits that is single octets. */
#if defined(MC_SINGLE_CURVE) && MC_WORD_BITS != 8
void EC(wipe_spilled)(void); /* protocol/wipe_spilled.c */
#define EC_WIPE_SPILLED() EC(wipe_spilled)()
#else
#define EC_WIPE_SPILLED() ((void)0)
#endif

/* protocol/key/check_source.c: MC_ERROR_RANDOM if the source fails or gives the same block twice. */
mc_status EC(check_source)(mc_random random, void *context);

/* protocol/key/draw_octets.c: random octets. MC_ERROR_RANDOM, and octets zeroed, if the source fails or repeats itself.
 */
mc_status EC(draw_octets)(uint8_t *r, size_t bytes, mc_random random, void *context);

/* protocol/key/draw.c: a random number from 1 to n - 1. MC_ERROR_RANDOM, and d zeroed, if the source fails, repeats
 * itself or gives no such number in many tries. */
mc_status EC(draw_scalar)(mc_word *d, mc_random random, void *context, const MC_FLASH EC(curve) *curve);

/* protocol/key/key.c */
mc_status EC(key_generate)(uint8_t *private_key, uint8_t *public_key, mc_random random, void *context,
                           const MC_FLASH EC(curve) *curve);
mc_status EC(public_key)(uint8_t *public_key, const uint8_t *private_key, size_t private_key_bytes,
                         const MC_FLASH EC(curve) *curve);
mc_status EC(public_key_validate)(const uint8_t *public_key, size_t public_key_bytes, const MC_FLASH EC(curve) *curve);
/* Decodes and validates; q is zeroed on error. */
mc_status EC(public_key_decode)(EC(affine) *q, const uint8_t *public_key, size_t public_key_bytes,
                                const MC_FLASH EC(curve) *curve);

/* protocol/ecdh/ecdh.c */
mc_status EC(ecdh)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                   size_t peer_key_bytes, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdh_cofactor)(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                            size_t private_key_bytes, size_t peer_key_bytes, const MC_FLASH EC(curve) *curve);

/* protocol/ecdh/multiply_cofactor.c: d = h d mod n, which is h times d for points of order n; nothing if h is 1. */
void EC(multiply_cofactor)(mc_word *d, const MC_FLASH EC(curve) *curve);

/* protocol/ecmqv/ecmqv.c */
mc_status EC(ecmqv)(uint8_t *secret, const uint8_t *static_private_key, const uint8_t *ephemeral_private_key,
                    const uint8_t *ephemeral_key, const uint8_t *peer_static_key, const uint8_t *peer_ephemeral_key,
                    size_t private_key_bytes, size_t public_key_bytes, const MC_FLASH EC(curve) *curve);

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

/* protocol/schnorr/schnorr_verify.c */
mc_status EC(schnorr_verify)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                             size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                             mc_schnorr_form form, const mc_hash *hash, const MC_FLASH EC(curve) *curve);

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

/* protocol/xdh/x_function.c: keys and ECDH for Montgomery curves, in fields that have them: X25519, X448. */
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

/* protocol/key/clamp.c: the scalar of the first EC_BYTES of these octets (RFC 7748, 5; RFC 8032, 5.1.5 and 5.2.5).
 * Constant time. */
void EC(clamped_scalar)(mc_word *k, const uint8_t *octets, uint32_t cofactor);

/* protocol/eddsa/ed_key.c: the same for the Edwards curves that have EdDSA: Ed25519, Ed448. */
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

/* protocol/nonce/nonce_rfc6979.c, nonce_rfc6979_with_hash.c, nonce_hedged.c: the nonce for the private key d and the
 * digest e, both below n, by HMAC-SHA-256 or HMAC with any hash; `skipped` nonces before it gave no signature. On
 * MC_NONCE_HEDGE_BYTES octets the last depends, too. MC_ERROR_RANDOM if there is none in many tries, which no input is
 * known to cause. */
mc_status EC(nonce_rfc6979)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                            const MC_FLASH EC(curve) *curve);
mc_status EC(nonce_rfc6979_with_hash)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped,
                                      const mc_hash *hash, const MC_FLASH EC(curve) *curve);
#define MC_NONCE_HEDGE_BYTES 32
mc_status EC(nonce_hedged)(mc_word *k, const mc_word *d, const mc_word *e, uint8_t skipped, const uint8_t *hedge,
                           const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa/ecdsa_verify.c */
mc_status EC(ecdsa_verify_digest)(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                  size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                  const MC_FLASH EC(curve) *curve);
/* The same, and the point R = u G + v Q of a valid signature, whose x modulo n is r. */
mc_status EC(ecdsa_verification_point)(EC(affine) *point, const uint8_t *signature, const uint8_t *public_key,
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

/* protocol/batch/batch.c, batch_verify.c, batch_verify_extended.c; for hosts */
mc_status EC(ecdsa_batch_bytes)(size_t *bytes, size_t count, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_verify_batch)(mc_status *results, void *memory, const mc_signed_digest *signatures,
                                 size_t memory_bytes, size_t count, const MC_FLASH EC(curve) *curve);
mc_status EC(ecdsa_verify_extended_batch)(mc_status *results, void *memory, const mc_signed_digest *signatures,
                                          size_t memory_bytes, size_t count, mc_random random, void *context,
                                          const MC_FLASH EC(curve) *curve);

/* protocol/ecdsa/ecdsa_numbers.c: what signing and verifying share. */
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
/* protocol/x_number.c: the field element x as an integer, which has as many words as a scalar or fewer. */
void EC(x_number)(mc_word *number, const mc_word *x);
/* r = that integer mod n. */
void EC(x_mod_order)(mc_word *r, const mc_word *x, const MC_FLASH EC(curve) *curve);

/* protocol/elgamal/elgamal_embed.c, protocol/elgamal/elgamal_points.c. Not for Edwards curves. */
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
