/* Keys derived from shared secrets, by any hash function. `info` and `salt` may be null where their length is 0.
 *
 * The output of one digest or less may overlap any input. A longer one gives MC_ERROR_OVERLAP, and writes nothing,
 * where it overlaps an input that is hashed again for each digest: the secret and the info of X9.63, the info of HKDF.
 * Both functions give MC_ERROR_UNSUPPORTED, and zeros, for a null hash. */
#ifndef MOTECURVE_KDF_H
#define MOTECURVE_KDF_H

#include "motecurve/hash.h"
#include "motecurve/status.h"

/* ANSI X9.63 (SEC 1, 3.6.1): digests of (secret, counter, info). Any length on a host; on a mote, as much as memory. */
/*---
out: out secret
in: secret secret, info
apart: out and secret, out and info
---*/
MC_API MC_MUST_CHECK mc_status mc_kdf_x963(uint8_t *out, size_t out_bytes, const mc_hash *hash, const uint8_t *secret,
                                           size_t secret_bytes, const uint8_t *info, size_t info_bytes);

/* HKDF (RFC 5869), extract and expand; without a salt, one of zeros. MC_ERROR_LENGTH, and zeros, for more than 255
 * digests. */
/*---
out: out secret
in: salt, secret secret, info
apart: out and info
errors: LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_hkdf(uint8_t *out, size_t out_bytes, const mc_hash *hash, const uint8_t *salt,
                                       size_t salt_bytes, const uint8_t *secret, size_t secret_bytes,
                                       const uint8_t *info, size_t info_bytes);

#endif
