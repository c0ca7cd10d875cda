/* Of an instruction of RV32IMC: its sources, whether they are the multiplier's operands, the bytes that it stores. */
#ifndef MC_TRACES_EFFECT_H
#define MC_TRACES_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

struct effect {
    uint8_t sources[2]; /* registers; of a store the second is stored. Only of products and stores */
    uint8_t stored_bytes;
    bool is_product;
};

/* `word` is a whole instruction; the upper half of a compressed one is 0. */
struct effect effect_decode(uint32_t word);

#endif
