#include "protocol/protocol.h"

#include <string.h>

#define BLOCK_BYTES 16

/* FIPS 140-2, 4.9.2. A working source gives the same block once in 2^128 times. The blocks are not used. */
mc_status EC(check_source)(mc_random random, void *context)
{
#if MC_PREFER_SIZE /* without memcmp */
    uint8_t blocks[2][BLOCK_BYTES], different = 0;
    mc_status status = MC_ERROR_RANDOM;
    if (random && random(context, blocks[0], BLOCK_BYTES) == 0 && random(context, blocks[1], BLOCK_BYTES) == 0)
        for (uint8_t i = 0; i < BLOCK_BYTES; i++)
            different |= blocks[0][i] ^ blocks[1][i];
    if (different)
        status = MC_OK;
#else
    uint8_t blocks[2][BLOCK_BYTES];
    mc_status status = MC_OK;
    if (!random || random(context, blocks[0], BLOCK_BYTES) != 0 || random(context, blocks[1], BLOCK_BYTES) != 0 ||
        memcmp(blocks[0], blocks[1], BLOCK_BYTES) == 0)
        status = MC_ERROR_RANDOM;
#endif
    mc_wipe(blocks, sizeof blocks);
    return status;
}
