/* Many signatures of ECDSA or EdDSA at once, for hosts that verify for many devices; and the extended signatures of
 * ECDSA that are faster to verify so. Many agreements by X25519 at once, at the end. docs/batch.md says how much faster
 * each is.
 *
 * (a) mc_ecdsa_verify_batch takes signatures as they are everywhere (ecdsa.h). Each is verified on its own; inversions
 *     and the tables of keys are shared.
 * (b) mc_ecdsa_verify_extended_batch takes extended signatures: r and s, as everywhere, and then the few bits that r
 *     lacks to be the point R = k G of the signer. All are verified in one equation. Without its extension such a
 *     signature is a standard one.
 *
 * (c) mc_eddsa_verify_batch takes signatures of EdDSA as they are everywhere, which hold the point R. All are verified
 *     in one equation.
 *
 * One equation, of (b) and (c), is the sum of those of up to MC_BATCH_AT_ONCE signatures, each times a random number of
 * 128 bits. If it does not hold, halves are tested, and halves of these, or each signature by itself, until every bad
 * one is named. A bad signature is in four sums at most; so it passes once in 2^126 times, whoever made it, if nobody
 * could guess or influence the numbers when signatures were chosen: with known numbers two bad signatures are easily
 * made whose errors cancel. Hence the random source, which must be as good as for keys.
 *
 * Errors besides those below: MC_ERROR_UNSUPPORTED as in ecdsa.h and eddsa.h, then of all results, too;
 * MC_ERROR_OVERLAP where results and memory are not apart from each other, from the signatures and from the buffers of
 * these. */
#ifndef MOTECURVE_BATCH_H
#define MOTECURVE_BATCH_H

#include "motecurve/curve.h"
#include "motecurve/random.h"

/* The extension: 2 j + y as a big-endian number, for the point R with x = r + j n, below p (x of a binary field is the
 * number of its bits), and with y the bit that stands for its y in a compressed point. One byte, or three on the
 * curves with a cofactor above 126, all of them c2pnb or c2tnb curves, on which j can be so large. */
#define MC_MAX_EXTENSION_BYTES          3
#define MC_MAX_EXTENDED_SIGNATURE_BYTES (MC_MAX_SIGNATURE_BYTES + MC_MAX_EXTENSION_BYTES)
/*---
out: bytes
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_extended_signature_bytes(size_t *bytes, const mc_curve *curve);

/* mc_ecdsa_sign_digest with an extension. */
/*---
out: extended[extended]
in: private_key[scalar] secret, digest
errors: as mc_ecdsa_sign_digest
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest_extended(uint8_t *extended, const uint8_t *private_key,
                                                             const uint8_t *digest, size_t private_key_bytes,
                                                             size_t digest_bytes, const mc_curve *curve);

/* The extended form of a valid signature. This takes a verification, and no secret: whoever can verify can do it, too.
 * Errors: those of mc_ecdsa_verify_digest; the extended signature is then zeroed. */
/*---
out: extended[extended]
in: signature[signature], public_key[public_key], digest
errors: as mc_ecdsa_verify_digest
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_extend(uint8_t *extended, const uint8_t *signature, const uint8_t *public_key,
                                               const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes,
                                               size_t digest_bytes, const mc_curve *curve);

/* The arguments of mc_ecdsa_verify_digest. */
typedef struct {
    const uint8_t *signature, *public_key, *digest;
    size_t signature_bytes, public_key_bytes, digest_bytes;
} mc_signed_digest;

/* Bytes of memory that the calls below work in: more signatures than MC_BATCH_AT_ONCE need no more than these. */
#define MC_BATCH_AT_ONCE 64
/*---
out: bytes
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_batch_bytes(size_t *bytes, size_t count, const mc_curve *curve);

/* results[i] is the status that mc_ecdsa_verify_digest gives for signatures[i]. Returns MC_OK if all are MC_OK, as for
 * count 0, and else MC_ERROR_SIGNATURE; or MC_ERROR_LENGTH, and all results too, for memory of fewer bytes than
 * mc_ecdsa_batch_bytes says. Everything is public, and the time depends on it. */
/*---
out: results[count]
in: signatures[count]
work: memory
apart: results and signatures
errors: LENGTH, SIGNATURE
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_batch(mc_status *results, void *memory,
                                                     const mc_signed_digest *signatures, size_t memory_bytes,
                                                     size_t count, const mc_curve *curve);

/* The same for extended signatures. results[i] is MC_ERROR_SIGNATURE, too, where r and the extension are no point of
 * the subgroup of prime order, or another point than the signature's; with another extension it may be valid. Also
 * MC_ERROR_RANDOM, and all results too, if the source fails or repeats itself. */
/*---
out: results[count]
in: signatures[count]
work: memory
apart: results and signatures
errors: LENGTH, SIGNATURE, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_extended_batch(mc_status *results, void *memory,
                                                              const mc_signed_digest *signatures, size_t memory_bytes,
                                                              size_t count, mc_random random, void *context,
                                                              const mc_curve *curve);

/* The arguments of mc_eddsa_verify_context or, where is_digest is not 0, of mc_eddsa_verify_digest, whose digest is the
 * message here. */
typedef struct {
    const uint8_t *signature, *public_key, *message, *context;
    size_t signature_bytes, public_key_bytes, message_bytes, context_bytes;
    uint8_t is_digest;
} mc_signed_message;

/* Bytes of memory, as mc_ecdsa_batch_bytes. */
/*---
out: bytes
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_batch_bytes(size_t *bytes, size_t count, const mc_curve *curve);

/* results[i] is the status that those functions give for signatures[i], on every input: they, too, take the equation
 * times the cofactor (eddsa.h). Without it, R and keys with a part of small order would pass here once in a few times,
 * and be refused there (RFC 8032, 8.9; Chalkias, Garillot and Nikolaenko, Taming the many EdDSAs, 2020). Returns as
 * mc_ecdsa_verify_batch. MC_ERROR_RANDOM, and all results too, if the source fails or repeats itself. */
/*---
out: results[count]
in: signatures[count]
work: memory
apart: results and signatures
errors: LENGTH, SIGNATURE, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_eddsa_verify_batch(mc_status *results, void *memory,
                                                     const mc_signed_message *signatures, size_t memory_bytes,
                                                     size_t count, mc_random random, void *context,
                                                     const mc_curve *curve);

/* Many agreements of X25519 or X448 at once: secret i is that of private key i and peer key i, as mc_ecdh computes it
 * (ecdh.h). The keys lie one after the other, and so do the secrets. X25519 is computed for eight pairs of keys side by
 * side where the processor has AVX-512 IFMA, else one after the other, as X448.
 *
 * results[i] is the status that mc_ecdh gives for them; a secret whose status is not MC_OK is zeroed, the others are
 * right. Returns MC_OK if all are MC_OK, as for count 0, and else MC_ERROR_SHARED_INFINITY; or MC_ERROR_LENGTH, and all
 * results too, where the bytes of the keys are not those of `count` keys. Constant time in the private keys.
 * MC_ERROR_UNSUPPORTED for curves of other forms. */
/*---
out: results[count], secrets[count * field] secret kept
in: private_keys[count * scalar] secret, peer_keys[count * public_key]
apart: results and private_keys, results and peer_keys, secrets and private_keys, secrets and peer_keys
errors: LENGTH, SHARED_INFINITY
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdh_batch(mc_status *results, uint8_t *secrets, const uint8_t *private_keys,
                                             const uint8_t *peer_keys, size_t private_keys_bytes,
                                             size_t peer_keys_bytes, size_t count, const mc_curve *curve);

#endif
