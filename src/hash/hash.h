/* The contents of a hash function's description. */
#ifndef MC_HASH_HASH_H
#define MC_HASH_HASH_H

#include "motecurve/hash.h"

struct mc_hash {
    void (*begin)(mc_hash_context *context);
    void (*feed)(mc_hash_context *context, const uint8_t *data, size_t bytes);
    void (*finish)(uint8_t *digest, mc_hash_context *context);
    uint8_t digest_bytes, block_bytes;
};

#endif
