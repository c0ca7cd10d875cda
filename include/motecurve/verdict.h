/* Verification for boards whose supply or clock somebody may disturb: one skipped instruction, in the library or in the
 * caller, is not to make a bad signature valid. docs/protection/faults.md has what was tried.
 *
 * A status is one number, and one skipped comparison makes it MC_OK. A verdict is two words from two comparisons, one
 * of numbers and one of octets. The caller examines both, with MC_IF_VALID, in a variable that begins as zeros:
 *
 *   uint8_t verdict[MC_VERDICT_BYTES] = {0};
 *   mc_status status = mc_ecdsa_verify_digest_verdict(verdict, signature, public_key, digest, ..., curve);
 *   MC_IF_VALID(verdict) { start(); }
 *
 * The status is for messages alone. */
#ifndef MOTECURVE_VERDICT_H
#define MOTECURVE_VERDICT_H

#include "motecurve/schnorr.h"

#define MC_VERDICT_BYTES 8
#define MC_VERDICT_VALID UINT32_C(0x5ac3963c) /* the first word of a valid signature; the second is its complement */

/* An octet of a verdict in its place, and the word that begins with octet `first`; read again each time. */
#define MC_VERDICT_OCTET(verdict, first, i) ((uint32_t)((const volatile uint8_t *)(verdict))[(first) + (i)] << 8 * (i))
#define MC_VERDICT_WORD(verdict, first)                                                                                \
    (MC_VERDICT_OCTET(verdict, first, 0) | MC_VERDICT_OCTET(verdict, first, 1) | MC_VERDICT_OCTET(verdict, first, 2) | \
     MC_VERDICT_OCTET(verdict, first, 3))

/* The statement that follows runs only for a valid signature. There is no `else`. */
#define MC_IF_VALID(verdict)                                                                                           \
    if (MC_VERDICT_WORD(verdict, 0) == MC_VERDICT_VALID)                                                               \
        if (MC_VERDICT_WORD(verdict, 4) == (uint32_t)~MC_VERDICT_VALID)

/* mc_ecdsa_verify_digest with a verdict: MC_OK, and the verdict of a valid signature, or an error and zeros. Errors:
 * those of mc_ecdsa_verify_digest. */
/*---
out: verdict[MC_VERDICT_BYTES]
in: signature[signature], public_key[public_key], digest
errors: as mc_ecdsa_verify_digest
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_digest_verdict(uint8_t *verdict, const uint8_t *signature,
                                                              const uint8_t *public_key, const uint8_t *digest,
                                                              size_t signature_bytes, size_t public_key_bytes,
                                                              size_t digest_bytes, const mc_curve *curve);

/* mc_eddsa_verify with a verdict. Stricter by one thing: R must be the encoding of S G - k A, as RFC 8032 allows, and
 * not only up to a point of small order. Signatures that follow RFC 8032 are such. Errors: those of mc_eddsa_verify,
 * and MC_ERROR_FAULT if the multiplication gave no point of the curve. */
/*---
out: verdict[MC_VERDICT_BYTES]
in: signature[signature], public_key[public_key], message
errors: as mc_eddsa_verify, FAULT
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_verify_verdict(uint8_t *verdict, const uint8_t *signature,
                                                       const uint8_t *public_key, const uint8_t *message,
                                                       size_t signature_bytes, size_t public_key_bytes,
                                                       size_t message_bytes, const mc_curve *curve);

/* mc_schnorr_verify with a verdict. Errors: those of mc_schnorr_verify. */
/*---
out: verdict[MC_VERDICT_BYTES]
in: signature[digest + scalar], public_key[public_key], message
errors: as mc_schnorr_verify
---*/
MC_API MC_MUST_CHECK mc_status mc_schnorr_verify_verdict(uint8_t *verdict, const uint8_t *signature,
                                                         const uint8_t *public_key, const uint8_t *message,
                                                         size_t signature_bytes, size_t public_key_bytes,
                                                         size_t message_bytes, mc_schnorr_form form,
                                                         const mc_hash *hash, const mc_curve *curve);

#endif
