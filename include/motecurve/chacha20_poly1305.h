/* ChaCha20-Poly1305 (RFC 8439, 2.8): a message encrypted, and authenticated with other data that go in the clear.
 *
 * The key has 32 bytes, the nonce 12, the tag 16. No two messages have the same key and nonce: whoever sees two learns
 * the sum of both, and can forge. Constant time in key, message and data, but for their lengths; there are no tables,
 * so that processors with and without a cache run the same code.
 *
 * Errors of both functions: MC_ERROR_LENGTH for a key or a nonce of another length; MC_ERROR_MESSAGE_LENGTH for more
 * than 2^38 - 64 bytes of message. */
#ifndef MOTECURVE_CHACHA20_POLY1305_H
#define MOTECURVE_CHACHA20_POLY1305_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

#define MC_CHACHA20_POLY1305_KEY_BYTES   32
#define MC_CHACHA20_POLY1305_NONCE_BYTES 12
#define MC_CHACHA20_POLY1305_TAG_BYTES   16

/* ciphertext = the encrypted message and its tag, message_bytes + 16. */
/*---
out: ciphertext[message_bytes + MC_CHACHA20_POLY1305_TAG_BYTES]
in: key secret, nonce, message secret, data
errors: LENGTH, MESSAGE_LENGTH
---*/
MC_API MC_MUST_CHECK mc_status mc_chacha20_poly1305_encrypt(uint8_t *ciphertext, const uint8_t *key,
                                                            const uint8_t *nonce, const uint8_t *message,
                                                            const uint8_t *data, size_t key_bytes, size_t nonce_bytes,
                                                            size_t message_bytes, size_t data_bytes);

/* message = the message of the ciphertext, ciphertext_bytes - 16. Nothing is decrypted before the tag is found right.
 * Also MC_ERROR_LENGTH for a ciphertext shorter than its tag, and MC_ERROR_MAC if the tag is not right: for another
 * key, nonce or data, or a ciphertext that was changed. */
/*---
out: message[ciphertext_bytes - MC_CHACHA20_POLY1305_TAG_BYTES] secret
in: key secret, nonce, ciphertext, data
errors: LENGTH, MESSAGE_LENGTH, MAC
---*/
MC_API MC_MUST_CHECK mc_status mc_chacha20_poly1305_decrypt(uint8_t *message, const uint8_t *key, const uint8_t *nonce,
                                                            const uint8_t *ciphertext, const uint8_t *data,
                                                            size_t key_bytes, size_t nonce_bytes,
                                                            size_t ciphertext_bytes, size_t data_bytes);

#endif
