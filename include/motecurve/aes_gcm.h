/* AES-GCM (SP 800-38D; RFC 5116, 5.1 and 5.2): a message encrypted, and authenticated with other data that go in the
 * clear.
 *
 * The key has 16, 24 or 32 bytes, the nonce 12, the tag 16, as in TLS and HPKE. No two messages have the same key and
 * nonce: whoever sees two learns the sum of both, and the key of all tags. Constant time in key, message and data, but
 * for their lengths: the cipher as motecurve/aes.h says, and the tag without tables.
 *
 * Errors of both functions: MC_ERROR_LENGTH for a key or a nonce of another length; MC_ERROR_MESSAGE_LENGTH for more
 * than 2^36 - 32 bytes of message. */
#ifndef MOTECURVE_AES_GCM_H
#define MOTECURVE_AES_GCM_H

#include "motecurve/aes.h"

#define MC_AES_GCM_NONCE_BYTES 12
#define MC_AES_GCM_TAG_BYTES   16

/* ciphertext = the encrypted message and its tag, message_bytes + 16. */
/*---
out: ciphertext[message_bytes + MC_AES_GCM_TAG_BYTES]
in: key secret, nonce, message secret, data
errors: LENGTH, MESSAGE_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_aes_gcm_encrypt(uint8_t *ciphertext, const uint8_t *key, const uint8_t *nonce,
                                                  const uint8_t *message, const uint8_t *data, size_t key_bytes,
                                                  size_t nonce_bytes, size_t message_bytes, size_t data_bytes);

/* message = the message of the ciphertext, ciphertext_bytes - 16. Nothing is decrypted before the tag is found right.
 * Also MC_ERROR_LENGTH for a ciphertext shorter than its tag, and MC_ERROR_MAC if the tag is not right: for another
 * key, nonce or data, or a ciphertext that was changed. */
/*---
out: message[ciphertext_bytes - MC_AES_GCM_TAG_BYTES] secret
in: key secret, nonce, ciphertext, data
errors: LENGTH, MESSAGE_LENGTH, MAC
---*/
MC_API MC_MUST_CHECK mc_status mc_aes_gcm_decrypt(uint8_t *message, const uint8_t *key, const uint8_t *nonce,
                                                  const uint8_t *ciphertext, const uint8_t *data, size_t key_bytes,
                                                  size_t nonce_bytes, size_t ciphertext_bytes, size_t data_bytes);

#endif
