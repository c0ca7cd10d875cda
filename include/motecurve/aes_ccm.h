/* AES-CCM (SP 800-38C; RFC 3610): a message encrypted, and authenticated with other data that go in the clear.
 *
 * A nonce of 7 to 13 bytes leaves 15 - nonce_bytes bytes for the length of the message: one of 13 bytes is for messages
 * of at most 65,535. No two messages have the same key and nonce: whoever sees two learns the sum of both, and can
 * forge. The tag has 4, 6, ..., 16 bytes; its length belongs to the key. AES-CCM-16-64-128 of RFC 9053 has a key of 16
 * bytes, a nonce of 13 and a tag of 8, AES-CCM of IEEE 802.15.4 a tag of 4, 8 or 16.
 *
 * Constant time in key, message and data, but for their lengths. Errors of both functions: MC_ERROR_LENGTH for lengths
 * of key, nonce or tag that there are not; MC_ERROR_MESSAGE_LENGTH for a message that is too long for its nonce, and
 * for 65,280 bytes of data or more. */
#ifndef MOTECURVE_AES_CCM_H
#define MOTECURVE_AES_CCM_H

#include "motecurve/aes.h"

#define MC_AES_CCM_MAX_TAG_BYTES 16

/* ciphertext = the encrypted message and its tag, message_bytes + tag_bytes. */
/*---
out: ciphertext[message_bytes + tag_bytes]
in: key secret, nonce, message secret, data
errors: LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_aes_ccm_encrypt(uint8_t *ciphertext, const uint8_t *key, const uint8_t *nonce,
                                                  const uint8_t *message, const uint8_t *data, size_t key_bytes,
                                                  size_t nonce_bytes, size_t message_bytes, size_t data_bytes,
                                                  size_t tag_bytes);

/* message = the message of the ciphertext, ciphertext_bytes - tag_bytes. Also MC_ERROR_LENGTH for a ciphertext shorter
 * than its tag, and MC_ERROR_MAC if the tag is not right: for another key, nonce or data, or a ciphertext that was
 * changed. */
/*---
out: message[ciphertext_bytes - tag_bytes] secret
in: key secret, nonce, ciphertext, data
errors: LENGTH, MAC
---*/
MC_API MC_MUST_CHECK mc_status mc_aes_ccm_decrypt(uint8_t *message, const uint8_t *key, const uint8_t *nonce,
                                                  const uint8_t *ciphertext, const uint8_t *data, size_t key_bytes,
                                                  size_t nonce_bytes, size_t ciphertext_bytes, size_t data_bytes,
                                                  size_t tag_bytes);

#endif
