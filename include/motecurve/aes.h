/* AES (FIPS 197) with keys of 16, 24 or 32 bytes, and its counter mode (SP 800-38A, 6.5), which needs the cipher's
 * forward direction alone.
 *
 * Constant time: on processors with a cache, where places read in a table show, the S-box is computed from bits; on
 * others it is a table. Both functions give MC_ERROR_LENGTH, and zeros, for a key of another length. */
#ifndef MOTECURVE_AES_H
#define MOTECURVE_AES_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

#define MC_AES_BLOCK_BYTES 16

/* out = the block, encrypted. */
/*---
out: out secret
in: in secret, key secret
errors: LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_aes_encrypt(uint8_t out[MC_AES_BLOCK_BYTES], const uint8_t in[MC_AES_BLOCK_BYTES],
                                              const uint8_t *key, size_t key_bytes);

/* out = in XOR the encrypted blocks counter, counter + 1, ...; the same call encrypts and decrypts. The counter is a
 * number of 128 bits, big-endian; it is left as the first that was not used, so that a message may be processed in
 * pieces, all but the last of whole blocks. out lies apart from the counter: MC_ERROR_OVERLAP. A counter used twice
 * with one key gives the messages away, and whoever changes a bit of the ciphertext changes the same bit of the
 * message: authenticate it. */
/*---
out: out[bytes] secret
inout: counter
in: in[bytes] secret, key secret
errors: LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_aes_ctr(uint8_t *out, uint8_t counter[MC_AES_BLOCK_BYTES], const uint8_t *in,
                                          const uint8_t *key, size_t bytes, size_t key_bytes);

#endif
