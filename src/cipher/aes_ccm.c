/* CCM: the message in counter mode, and a tag made by chaining blocks. Each step encrypts a block of either kind, at
 * once where the cipher takes several blocks. */
#include "cipher/aes.h"
#include "motecurve/aes_ccm.h"
#include "native/burn.h"

#include <string.h>

#define NONCE_BYTES_MIN 7
#define NONCE_BYTES_MAX 13
#define TAG_BYTES_MIN   4
#define DATA_BYTES_MAX  0xfeff /* with a length of two bytes (SP 800-38C, A.2.2) */

typedef struct {
    mc_aes_schedule schedule;
    uint8_t chain[MC_AES_BLOCK_BYTES];   /* the blocks of the tag so far, encrypted */
    uint8_t counter[MC_AES_BLOCK_BYTES]; /* flags, nonce, the number of the next block of the message */
    uint8_t number_bytes;                /* of that number: 2 to 8 */
} ccm;

static void encrypt_block(uint8_t block[MC_AES_BLOCK_BYTES], const mc_aes_schedule *schedule)
{
    uint8_t blocks[MC_AES_BLOCKS_BYTES] = {0};
    memcpy(blocks, block, MC_AES_BLOCK_BYTES);
    mc_aes_encrypt_blocks(blocks, schedule);
    memcpy(block, blocks, MC_AES_BLOCK_BYTES);
    mc_wipe(blocks, sizeof blocks);
}

/* Encrypts both blocks. */
static void encrypt_two(uint8_t first[MC_AES_BLOCK_BYTES], uint8_t second[MC_AES_BLOCK_BYTES],
                        const mc_aes_schedule *schedule)
{
#if MC_AES_BLOCKS == 1
    encrypt_block(first, schedule);
    encrypt_block(second, schedule);
#else
    uint8_t blocks[MC_AES_BLOCKS_BYTES] = {0};
    memcpy(blocks, first, MC_AES_BLOCK_BYTES);
    memcpy(blocks + MC_AES_BLOCK_BYTES, second, MC_AES_BLOCK_BYTES);
    mc_aes_encrypt_blocks(blocks, schedule);
    memcpy(first, blocks, MC_AES_BLOCK_BYTES);
    memcpy(second, blocks + MC_AES_BLOCK_BYTES, MC_AES_BLOCK_BYTES);
    mc_wipe(blocks, sizeof blocks);
#endif
}

static void add(uint8_t *sum, const uint8_t *a, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        sum[i] ^= a[i];
}

/* The number counts at most 2^(8 number_bytes) - 1 blocks and so never runs over into the nonce. */
static void count(ccm *state)
{
    uint16_t carry = 1;
    for (uint8_t i = MC_AES_BLOCK_BYTES; i-- > MC_AES_BLOCK_BYTES - state->number_bytes; carry >>= 8) {
        carry = (uint16_t)(carry + state->counter[i]);
        state->counter[i] = (uint8_t)carry;
    }
}

/* The data with their length before them, in whole blocks (SP 800-38C, A.2.2). Their first block shares two bytes with
 * the length. */
static void chain_data(ccm *state, const uint8_t *data, size_t bytes)
{
    if (bytes == 0)
        return;
    size_t taken = bytes < MC_AES_BLOCK_BYTES - 2 ? bytes : MC_AES_BLOCK_BYTES - 2;
    state->chain[0] ^= (uint8_t)(bytes >> 8);
    state->chain[1] ^= (uint8_t)bytes;
    add(state->chain + 2, data, taken);
    encrypt_block(state->chain, &state->schedule);
    while (taken < bytes) {
        const size_t more = bytes - taken < MC_AES_BLOCK_BYTES ? bytes - taken : MC_AES_BLOCK_BYTES;
        add(state->chain, data + taken, more);
        encrypt_block(state->chain, &state->schedule);
        taken += more;
    }
}

/* The key, the first block (A.2.1), the data. Leaves the counter at 0, whose block encrypts the tag. */
static mc_status begin(ccm *state, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t key_bytes,
                       size_t nonce_bytes, size_t message_bytes, size_t data_bytes, size_t tag_bytes)
{
    if (nonce_bytes < NONCE_BYTES_MIN || nonce_bytes > NONCE_BYTES_MAX || tag_bytes < TAG_BYTES_MIN ||
        tag_bytes > MC_AES_CCM_MAX_TAG_BYTES || tag_bytes % 2)
        return MC_ERROR_LENGTH;
    const uint8_t number_bytes = (uint8_t)(MC_AES_BLOCK_BYTES - 1 - nonce_bytes);
    if (data_bytes > DATA_BYTES_MAX || (number_bytes < sizeof message_bytes && message_bytes >> 8 * number_bytes))
        return MC_ERROR_MESSAGE_LENGTH;
    const mc_status status = mc_aes_expand_key(&state->schedule, key, key_bytes);
    if (status != MC_OK)
        return status;
    state->number_bytes = number_bytes;
    memset(state->counter, 0, sizeof state->counter);
    state->counter[0] = (uint8_t)(number_bytes - 1);
    memcpy(state->counter + 1, nonce, nonce_bytes);
    memcpy(state->chain, state->counter, sizeof state->chain);
    state->chain[0] |= (uint8_t)((data_bytes > 0) << 6 | (tag_bytes - 2) / 2 << 3);
    for (uint8_t i = MC_AES_BLOCK_BYTES; i > MC_AES_BLOCK_BYTES - number_bytes && message_bytes; message_bytes >>= 8)
        state->chain[--i] = (uint8_t)message_bytes;
    encrypt_block(state->chain, &state->schedule);
    chain_data(state, data, data_bytes);
    return MC_OK;
}

/* out = in, encrypted or decrypted, in its own place or apart. The tag is of the message: of `in` where that is
 * encrypted, else of `out`, a block later. */
static void process(ccm *state, uint8_t *out, const uint8_t *in, size_t bytes, uint8_t encrypts)
{
    uint8_t stream[MC_AES_BLOCK_BYTES];
    size_t waiting = 0; /* bytes of the message that the chain holds and that are not encrypted yet */
    while (bytes > 0) {
        const size_t taken = bytes < sizeof stream ? bytes : sizeof stream;
        count(state);
        memcpy(stream, state->counter, sizeof stream);
        if (encrypts) {
            add(state->chain, in, taken);
            encrypt_two(state->chain, stream, &state->schedule);
        } else if (waiting) {
            encrypt_two(state->chain, stream, &state->schedule);
        } else {
            encrypt_block(stream, &state->schedule);
        }
        for (size_t i = 0; i < taken; i++)
            out[i] = in[i] ^ stream[i];
        if (!encrypts) {
            add(state->chain, out, taken);
            waiting = taken;
        }
        out += taken;
        in += taken;
        bytes -= taken;
    }
    if (waiting)
        encrypt_block(state->chain, &state->schedule);
    mc_wipe(stream, sizeof stream);
}

/* chain = the tag: its blocks with the block of the counter 0. */
static void finish(ccm *state)
{
    memset(state->counter + MC_AES_BLOCK_BYTES - state->number_bytes, 0, state->number_bytes);
    encrypt_block(state->counter, &state->schedule);
    add(state->chain, state->counter, MC_AES_BLOCK_BYTES);
}

/* `in` is read after its place in `out` was written where both overlap, unless both begin at the same byte. */
static const uint8_t *moved(uint8_t *out, const uint8_t *in, size_t bytes)
{
    if (out != in && mc_octets_overlap(out, bytes, in, bytes)) {
        mc_move(out, in, bytes);
        return out;
    }
    return in;
}

mc_status mc_aes_ccm_encrypt(uint8_t *ciphertext, const uint8_t *key, const uint8_t *nonce, const uint8_t *message,
                             const uint8_t *data, size_t key_bytes, size_t nonce_bytes, size_t message_bytes,
                             size_t data_bytes, size_t tag_bytes)
{
    ccm state;
    const mc_status status =
        begin(&state, key, nonce, data, key_bytes, nonce_bytes, message_bytes, data_bytes, tag_bytes);
    if (status == MC_OK) {
        process(&state, ciphertext, moved(ciphertext, message, message_bytes), message_bytes, 1);
        finish(&state);
        memcpy(ciphertext + message_bytes, state.chain, tag_bytes);
    } else {
        mc_wipe(ciphertext, message_bytes + tag_bytes);
    }
    mc_wipe(&state, sizeof state);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}

mc_status mc_aes_ccm_decrypt(uint8_t *message, const uint8_t *key, const uint8_t *nonce, const uint8_t *ciphertext,
                             const uint8_t *data, size_t key_bytes, size_t nonce_bytes, size_t ciphertext_bytes,
                             size_t data_bytes, size_t tag_bytes)
{
    ccm state;
    uint8_t tag[MC_AES_CCM_MAX_TAG_BYTES];
    if (ciphertext_bytes < tag_bytes)
        return MC_ERROR_LENGTH;
    const size_t message_bytes = ciphertext_bytes - tag_bytes;
    mc_status status = begin(&state, key, nonce, data, key_bytes, nonce_bytes, message_bytes, data_bytes, tag_bytes);
    if (status == MC_OK) {
        memcpy(tag, ciphertext + message_bytes, tag_bytes);
        process(&state, message, moved(message, ciphertext, message_bytes), message_bytes, 0);
        finish(&state);
        if (!mc_octets_equal(tag, state.chain, tag_bytes))
            status = MC_ERROR_MAC;
    }
    if (status != MC_OK)
        mc_wipe(message, message_bytes);
    mc_wipe(&state, sizeof state);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}
