/* GCM: the message in counter mode, from the block 2 on, and GHASH of the ciphertext, encrypted with the block 1. */
#include "motecurve/aes_gcm.h"

#include <string.h>

#include "cipher/aes.h"
#include "cipher/ghash.h"
#include "native/burn.h"

#define TAG_BYTES  MC_AES_GCM_TAG_BYTES
#define BLOCKS_MAX 0xfffffffe /* the number of a block has 32 bits, and two are taken */

typedef struct {
    mc_aes_schedule schedule;
    mc_ghash hash;
    uint8_t nonce[MC_AES_GCM_NONCE_BYTES], tag_mask[MC_AES_BLOCK_BYTES];
} gcm;

/* The nonce with the number of a block. */
static void number_block(uint8_t block[MC_AES_BLOCK_BYTES], const gcm *state, uint32_t number)
{
    memcpy(block, state->nonce, MC_AES_GCM_NONCE_BYTES);
    for (uint8_t i = MC_AES_BLOCK_BYTES; i-- > MC_AES_GCM_NONCE_BYTES; number >>= 8)
        block[i] = (uint8_t)number;
}

/* stream = the blocks from that number on, encrypted. */
static void encrypt_numbers(uint8_t stream[MC_AES_BLOCKS_BYTES], const gcm *state, uint32_t number)
{
    for (uint8_t i = 0; i < MC_AES_BLOCKS; i++)
        number_block(stream + i * MC_AES_BLOCK_BYTES, state, number + i);
    mc_aes_encrypt_blocks(stream, &state->schedule);
}

/* The block of zeros, encrypted, is the key of GHASH. */
static mc_status begin(gcm *state, const uint8_t *key, const uint8_t *nonce, size_t key_bytes, size_t nonce_bytes,
                       size_t message_bytes)
{
    uint8_t stream[MC_AES_BLOCKS_BYTES] = {0};
    if (nonce_bytes != MC_AES_GCM_NONCE_BYTES)
        return MC_ERROR_LENGTH;
    if (message_bytes / MC_AES_BLOCK_BYTES + (message_bytes % MC_AES_BLOCK_BYTES != 0) > BLOCKS_MAX)
        return MC_ERROR_MESSAGE_LENGTH;
    const mc_status status = mc_aes_expand_key(&state->schedule, key, key_bytes);
    if (status != MC_OK)
        return status;
    memcpy(state->nonce, nonce, nonce_bytes);
    mc_aes_encrypt_blocks(stream, &state->schedule);
    mc_ghash_begin(&state->hash, stream);
    encrypt_numbers(stream, state, 1);
    memcpy(state->tag_mask, stream, sizeof state->tag_mask);
    mc_wipe(stream, sizeof stream);
    return MC_OK;
}

/* text XOR the stream, in its place. */
static void encrypt(uint8_t *text, size_t bytes, const gcm *state)
{
    uint8_t stream[MC_AES_BLOCKS_BYTES];
    for (uint32_t number = 2; bytes > 0; number += MC_AES_BLOCKS) {
        const size_t taken = bytes < sizeof stream ? bytes : sizeof stream;
        encrypt_numbers(stream, state, number);
        for (size_t i = 0; i < taken; i++)
            text[i] ^= stream[i];
        text += taken;
        bytes -= taken;
    }
    mc_wipe(stream, sizeof stream);
}

static void put_bits(uint8_t octets[8], uint64_t bytes)
{
    bytes *= 8;
    for (uint8_t i = 8; i-- > 0; bytes >>= 8)
        octets[i] = (uint8_t)bytes;
}

/* The tag of the ciphertext, after the data were fed. */
static void finish(uint8_t tag[TAG_BYTES], gcm *state, const uint8_t *ciphertext, size_t message_bytes,
                   size_t data_bytes)
{
    uint8_t lengths[MC_GHASH_BLOCK_BYTES];
    mc_ghash_feed(&state->hash, ciphertext, message_bytes);
    put_bits(lengths, data_bytes);
    put_bits(lengths + 8, message_bytes);
    mc_ghash_feed(&state->hash, lengths, sizeof lengths);
    mc_ghash_finish(tag, &state->hash);
    for (uint8_t i = 0; i < TAG_BYTES; i++)
        tag[i] ^= state->tag_mask[i];
}

/* The data are read, and the message is moved to its place, before anything else is written. */
mc_status mc_aes_gcm_encrypt(uint8_t *ciphertext, const uint8_t *key, const uint8_t *nonce, const uint8_t *message,
                             const uint8_t *data, size_t key_bytes, size_t nonce_bytes, size_t message_bytes,
                             size_t data_bytes)
{
    gcm state;
    const mc_status status = begin(&state, key, nonce, key_bytes, nonce_bytes, message_bytes);
    if (status == MC_OK) {
        mc_ghash_feed(&state.hash, data, data_bytes);
        mc_move(ciphertext, message, message_bytes);
        encrypt(ciphertext, message_bytes, &state);
        finish(ciphertext + message_bytes, &state, ciphertext, message_bytes, data_bytes);
    } else {
        mc_wipe(ciphertext, message_bytes + TAG_BYTES);
    }
    mc_wipe(&state, sizeof state);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}

mc_status mc_aes_gcm_decrypt(uint8_t *message, const uint8_t *key, const uint8_t *nonce, const uint8_t *ciphertext,
                             const uint8_t *data, size_t key_bytes, size_t nonce_bytes, size_t ciphertext_bytes,
                             size_t data_bytes)
{
    gcm state;
    uint8_t tag[TAG_BYTES];
    if (ciphertext_bytes < TAG_BYTES)
        return MC_ERROR_LENGTH;
    const size_t message_bytes = ciphertext_bytes - TAG_BYTES;
    mc_status status = begin(&state, key, nonce, key_bytes, nonce_bytes, message_bytes);
    if (status == MC_OK) {
        mc_ghash_feed(&state.hash, data, data_bytes);
        finish(tag, &state, ciphertext, message_bytes, data_bytes);
        status = mc_octets_equal(tag, ciphertext + message_bytes, TAG_BYTES) ? MC_OK : MC_ERROR_MAC;
    }
    if (status == MC_OK) {
        mc_move(message, ciphertext, message_bytes);
        encrypt(message, message_bytes, &state);
    } else {
        mc_wipe(message, message_bytes);
    }
    mc_wipe(&state, sizeof state);
    mc_wipe(tag, sizeof tag);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}
