#include "protocol/protocol.h"

#include <string.h>

#define BLOCK_BYTES 16

/* FIPS 140-2, 4.9.2. A working source gives the same block once in 2^128 times. The blocks are not used. */
mc_status EC(check_source)(mc_random random, void *context)
{
    uint8_t blocks[2][BLOCK_BYTES];
    mc_status status = MC_OK;
    if (!random || random(context, blocks[0], BLOCK_BYTES) != 0 || random(context, blocks[1], BLOCK_BYTES) != 0 ||
        memcmp(blocks[0], blocks[1], BLOCK_BYTES) == 0)
        status = MC_ERROR_RANDOM;
    mc_wipe(blocks, sizeof blocks);
    return status;
}
