/* SPAKE2+: a key agreed upon by a password, of which the verifier keeps a record alone (RFC 9383).
 *
 *     prover: begin               -- share -->
 *                         <-- share, confirmation --    verifier: respond
 *     prover: finish          -- confirmation -->       verifier: finish
 *
 * A password-based key derivation gives a seed: 80 bytes on secp256r1, the halves w0s and w1s of RFC 9383, 3.2. It is
 * the caller's, as are its salt and its cost; Matter takes PBKDF2 with HMAC-SHA-256. mc_spake2plus_scalars makes the
 * prover's w0 and w1 of it, mc_spake2plus_record w0 and L, which the verifier keeps. An exchange tells an attacker who
 * takes part whether one password is right, so count the failures. Constant time means: in all that a password makes,
 * and in numbers that are drawn; the record counts as a public key.
 *
 * The hash is SHA-256 or SHA-512, with HKDF and HMAC: the suites with HMAC of RFC 9383, 4, such as
 * P256-SHA256-HKDF-SHA256-HMAC-SHA256. (Matter 1.x derives its keys in the way of draft 02, which is not here.)
 *
 * A state serves one exchange. Its last call wipes it, whatever comes out, so that it never gives a key twice, and a
 * wrong password costs an exchange; MC_ERROR_OVERLAP alone leaves all as it was. A state of zeros refuses.
 *
 * Every function but mc_spake2plus_verifier_finish and ..._abandon gives MC_ERROR_UNSUPPORTED for a null curve and
 * those other than secp256r1, secp384r1 and secp521r1, for which the RFC has points M and N. */
#ifndef MOTECURVE_SPAKE2PLUS_H
#define MOTECURVE_SPAKE2PLUS_H

#include "motecurve/curve.h"
#include "motecurve/hash.h"
#include "motecurve/random.h"

/* What both sides know beside the password: the application, with its version, and who takes part. Null where the
 * length is 0. Both sides give the same, or no key comes out. Null names give MC_ERROR_UNSUPPORTED. */
typedef struct {
    const uint8_t *context, *prover, *verifier;
    size_t context_bytes, prover_bytes, verifier_bytes;
} mc_spake2plus_names;

typedef struct {
    uint8_t secret[MC_MAX_SCALAR_BYTES], w0[MC_MAX_SCALAR_BYTES], w1[MC_MAX_SCALAR_BYTES];
    uint8_t share[MC_MAX_PUBLIC_KEY_BYTES];
} mc_spake2plus_prover;

typedef struct {
    uint8_t digest_bytes; /* 0: it has not responded */
    uint8_t confirmation[MC_HASH_MAX_DIGEST_BYTES], shared_key[MC_HASH_MAX_DIGEST_BYTES];
} mc_spake2plus_verifier;

/* w0 and w1 of a seed: its halves, as big-endian numbers, modulo the order n. Constant time. Errors: MC_ERROR_LENGTH
 * for an odd length, or halves of fewer than 64 bits more than n; MC_ERROR_SCALAR_ZERO if a number is zero, which no
 * accident makes it. */
/*---
out: w0[scalar] secret, w1[scalar] secret
in: seed secret
errors: LENGTH, SCALAR_ZERO
---*/
MC_API MC_MUST_CHECK mc_status mc_spake2plus_scalars(uint8_t *w0, uint8_t *w1, const uint8_t *seed, size_t seed_bytes,
                                                     const mc_curve *curve);

/* w0 and the record L = w1 G of a seed, for the verifier. Who has both cannot prove, but can try passwords. Errors:
 * those of mc_spake2plus_scalars. */
/*---
out: w0[scalar] secret, record[public_key]
in: seed secret
errors: as mc_spake2plus_scalars
---*/
MC_API MC_MUST_CHECK mc_status mc_spake2plus_record(uint8_t *w0, uint8_t *record, const uint8_t *seed,
                                                    size_t seed_bytes, const mc_curve *curve);

/* The prover's share, x G + w0 M for a random x. Constant time but for the number of candidates for x. Errors:
 * MC_ERROR_LENGTH, _SCALAR_ZERO, _SCALAR_RANGE for w0 and w1; MC_ERROR_RANDOM. */
/*---
out: prover secret, share[public_key]
in: w0[scalar] secret, w1[scalar] secret
errors: as mc_public_key, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_spake2plus_prover_begin(mc_spake2plus_prover *prover, uint8_t *share,
                                                          const uint8_t *w0, const uint8_t *w1, size_t w0_bytes,
                                                          size_t w1_bytes, mc_random random, void *context,
                                                          const mc_curve *curve);

/* The prover's confirmation and the key, a digest each, after the verifier's share and confirmation have been checked;
 * the state is wiped. Constant time in the secrets. Errors: those of mc_public_key_validate for the peer's share;
 * MC_ERROR_SHARED_INFINITY; MC_ERROR_MAC for a confirmation that is not right: the peer has another password, other
 * names or another hash, or a message was changed; MC_ERROR_SCALAR_ZERO for a state that was not begun, or has ended;
 * MC_ERROR_UNSUPPORTED for a hash other than SHA-256, SHA-384 and SHA-512. */
/*---
out: shared_key[digest] secret, confirmation[digest]
inout: prover secret wiped
in: peer_share[public_key], peer_confirmation, names
errors: as mc_public_key_validate, SHARED_INFINITY, MAC, SCALAR_ZERO
---*/
MC_API MC_MUST_CHECK mc_status mc_spake2plus_prover_finish(uint8_t *shared_key, uint8_t *confirmation,
                                                           mc_spake2plus_prover *prover, const uint8_t *peer_share,
                                                           const uint8_t *peer_confirmation, size_t peer_share_bytes,
                                                           size_t peer_confirmation_bytes,
                                                           const mc_spake2plus_names *names, const mc_hash *hash,
                                                           const mc_curve *curve);

/* The verifier's share, y G + w0 N for a random y, and its confirmation, a digest. The state keeps the prover's
 * confirmation, as it must be, and the key. Constant time in the secrets, but for the number of candidates for y.
 * Errors: those of mc_public_key_validate for the peer's share and the record; MC_ERROR_LENGTH, _SCALAR_ZERO,
 * _SCALAR_RANGE for w0; MC_ERROR_SHARED_INFINITY; MC_ERROR_RANDOM; MC_ERROR_UNSUPPORTED for a hash as above. */
/*---
out: verifier secret, share[public_key], confirmation[digest]
in: peer_share[public_key], w0[scalar] secret, record[public_key], names
errors: as mc_public_key_validate, as mc_public_key, SHARED_INFINITY, RANDOM
---*/
MC_API MC_MUST_CHECK mc_status mc_spake2plus_verifier_respond(
    mc_spake2plus_verifier *verifier, uint8_t *share, uint8_t *confirmation, const uint8_t *peer_share,
    const uint8_t *w0, const uint8_t *record, size_t peer_share_bytes, size_t w0_bytes, size_t record_bytes,
    const mc_spake2plus_names *names, const mc_hash *hash, mc_random random, void *context, const mc_curve *curve);

/* The key, a digest of the same hash, after the prover's confirmation has been compared in constant time; the state is
 * wiped. MC_ERROR_MAC for a confirmation that is not right, and for a state that has not responded, or has ended. */
/*---
out: shared_key[digest] secret
inout: verifier secret wiped
in: peer_confirmation
errors: MAC
---*/
MC_API MC_MUST_CHECK mc_status mc_spake2plus_verifier_finish(uint8_t *shared_key, mc_spake2plus_verifier *verifier,
                                                             const uint8_t *peer_confirmation,
                                                             size_t peer_confirmation_bytes, const mc_hash *hash);

/* Wipe the state of an exchange that does not come to its end. */
/*---
out: prover
---*/
MC_API void mc_spake2plus_prover_abandon(mc_spake2plus_prover *prover);
/*---
out: verifier
---*/
MC_API void mc_spake2plus_verifier_abandon(mc_spake2plus_verifier *verifier);

#endif
