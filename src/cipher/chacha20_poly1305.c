/* The AEAD of RFC 8439, 2.8: block 0 of the stream is the key of the tag, the others encrypt the message. */
#include "motecurve/chacha20_poly1305.h"

#include <string.h>

#include "cipher/chacha20.h"
#include "cipher/poly1305.h"
#include "native/burn.h"

#define BLOCK_BYTES MC_CHACHA20_BLOCK_BYTES
#define TAG_BYTES   MC_CHACHA20_POLY1305_TAG_BYTES
#define BLOCKS_MAX  0xffffffff /* the number of a block has 32 bits, and the first is taken */

static mc_status begin(mc_chacha20 *stream, mc_poly1305 *tag, const uint8_t *key, const uint8_t *nonce,
                       size_t key_bytes, size_t nonce_bytes, size_t message_bytes)
{
    uint8_t block[BLOCK_BYTES];
    if (key_bytes != MC_CHACHA20_POLY1305_KEY_BYTES || nonce_bytes != MC_CHACHA20_POLY1305_NONCE_BYTES)
        return MC_ERROR_LENGTH;
    if (message_bytes / BLOCK_BYTES + (message_bytes % BLOCK_BYTES != 0) > BLOCKS_MAX)
        return MC_ERROR_MESSAGE_LENGTH;
    mc_chacha20_begin(stream, key, nonce);
    mc_chacha20_block(block, stream);
    mc_poly1305_begin(tag, block);
    mc_wipe(block, sizeof block);
    return MC_OK;
}

/* text XOR the stream, in its place. */
static void encrypt(uint8_t *text, size_t bytes, mc_chacha20 *stream)
{
    uint8_t block[BLOCK_BYTES];
    while (bytes > 0) {
        const size_t taken = bytes < BLOCK_BYTES ? bytes : BLOCK_BYTES;
        mc_chacha20_block(block, stream);
        for (size_t i = 0; i < taken; i++)
            text[i] ^= block[i];
        text += taken;
        bytes -= taken;
    }
    mc_wipe(block, sizeof block);
}

static void put_length(uint8_t octets[8], uint64_t bytes)
{
    for (uint8_t i = 0; i < 8; i++, bytes >>= 8)
        octets[i] = (uint8_t)bytes;
}

/* The tag of the ciphertext, after the data were fed. */
static void finish(uint8_t tag[TAG_BYTES], mc_poly1305 *state, const uint8_t *ciphertext, size_t message_bytes,
                   size_t data_bytes)
{
    uint8_t lengths[MC_POLY1305_BLOCK_BYTES];
    mc_poly1305_feed(state, ciphertext, message_bytes);
    put_length(lengths, data_bytes);
    put_length(lengths + 8, message_bytes);
    mc_poly1305_feed(state, lengths, sizeof lengths);
    mc_poly1305_finish(tag, state);
}

/* The data are read, and the message is moved to its place, before anything else is written. */
mc_status mc_chacha20_poly1305_encrypt(uint8_t *ciphertext, const uint8_t *key, const uint8_t *nonce,
                                       const uint8_t *message, const uint8_t *data, size_t key_bytes,
                                       size_t nonce_bytes, size_t message_bytes, size_t data_bytes)
{
    mc_chacha20 stream;
    mc_poly1305 tag;
    const mc_status status = begin(&stream, &tag, key, nonce, key_bytes, nonce_bytes, message_bytes);
    if (status == MC_OK) {
        mc_poly1305_feed(&tag, data, data_bytes);
        mc_move(ciphertext, message, message_bytes);
        encrypt(ciphertext, message_bytes, &stream);
        finish(ciphertext + message_bytes, &tag, ciphertext, message_bytes, data_bytes);
    } else {
        mc_wipe(ciphertext, message_bytes + TAG_BYTES);
    }
    mc_wipe(&stream, sizeof stream);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}

mc_status mc_chacha20_poly1305_decrypt(uint8_t *message, const uint8_t *key, const uint8_t *nonce,
                                       const uint8_t *ciphertext, const uint8_t *data, size_t key_bytes,
                                       size_t nonce_bytes, size_t ciphertext_bytes, size_t data_bytes)
{
    mc_chacha20 stream;
    mc_poly1305 state;
    uint8_t tag[TAG_BYTES];
    if (ciphertext_bytes < TAG_BYTES)
        return MC_ERROR_LENGTH;
    const size_t message_bytes = ciphertext_bytes - TAG_BYTES;
    mc_status status = begin(&stream, &state, key, nonce, key_bytes, nonce_bytes, message_bytes);
    if (status == MC_OK) {
        mc_poly1305_feed(&state, data, data_bytes);
        finish(tag, &state, ciphertext, message_bytes, data_bytes);
        status = mc_octets_equal(tag, ciphertext + message_bytes, TAG_BYTES) ? MC_OK : MC_ERROR_MAC;
    }
    if (status == MC_OK) {
        mc_move(message, ciphertext, message_bytes);
        encrypt(message, message_bytes, &stream);
    } else {
        mc_wipe(message, message_bytes);
    }
    mc_wipe(&stream, sizeof stream);
    mc_wipe(tag, sizeof tag);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}
