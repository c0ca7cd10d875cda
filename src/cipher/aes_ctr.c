/* One block, and counter mode. */
#include "cipher/aes.h"
#include "native/burn.h"

#include <string.h>

static void increment(uint8_t counter[MC_AES_BLOCK_BYTES])
{
    uint16_t carry = 1;
    for (uint8_t i = MC_AES_BLOCK_BYTES; i-- > 0; carry >>= 8) {
        carry = (uint16_t)(carry + counter[i]);
        counter[i] = (uint8_t)carry;
    }
}

mc_status mc_aes_encrypt(uint8_t out[MC_AES_BLOCK_BYTES], const uint8_t in[MC_AES_BLOCK_BYTES], const uint8_t *key,
                         size_t key_bytes)
{
    mc_aes_schedule schedule;
    uint8_t blocks[MC_AES_BLOCKS_BYTES] = {0};
    mc_status status = mc_aes_expand_key(&schedule, key, key_bytes);
    if (status == MC_OK) {
        memcpy(blocks, in, MC_AES_BLOCK_BYTES);
        mc_aes_encrypt_blocks(blocks, &schedule);
    }
    memcpy(out, blocks, MC_AES_BLOCK_BYTES);
    mc_wipe(&schedule, sizeof schedule);
    mc_wipe(blocks, sizeof blocks);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return status;
}

mc_status mc_aes_ctr(uint8_t *out, uint8_t counter[MC_AES_BLOCK_BYTES], const uint8_t *in, const uint8_t *key,
                     size_t bytes, size_t key_bytes)
{
    mc_aes_schedule schedule;
    uint8_t stream[MC_AES_BLOCKS_BYTES];
    if (mc_octets_overlap(out, bytes, counter, MC_AES_BLOCK_BYTES))
        return MC_ERROR_OVERLAP;
    mc_status status = mc_aes_expand_key(&schedule, key, key_bytes);
    if (status != MC_OK) {
        mc_wipe(out, bytes);
        return status;
    }
    if (mc_octets_overlap(out, bytes, in, bytes) || mc_octets_overlap(counter, MC_AES_BLOCK_BYTES, in, bytes)) {
        mc_move(out, in, bytes);
        in = out;
    }
    while (bytes > 0) {
        const size_t taken = bytes < sizeof stream ? bytes : sizeof stream;
        for (size_t i = 0; i < sizeof stream; i += MC_AES_BLOCK_BYTES) {
            memcpy(stream + i, counter, MC_AES_BLOCK_BYTES);
            if (i < taken)
                increment(counter);
        }
        mc_aes_encrypt_blocks(stream, &schedule);
        for (size_t i = 0; i < taken; i++)
            out[i] = in[i] ^ stream[i];
        out += taken;
        in += taken;
        bytes -= taken;
    }
    mc_wipe(&schedule, sizeof schedule);
    mc_wipe(stream, sizeof stream);
    mc_burn(MC_BURN_CIPHER_BYTES);
    return MC_OK;
}
