/* Encodings: RISC-V Unprivileged ISA, 20191213, chapters 2, 7 and 16. */
#include "effect.h"

#include "ibex/instruction.h"

enum { PRODUCT = 0x02000033, PRODUCT_CHOICE = 0xfe00407f }; /* MUL, MULH, MULHSU, MULHU */
enum { C_SW = 0 };                                          /* bits 1 to 0; of C.SWSP 2 */

struct effect effect_decode(uint32_t word)
{
    struct effect effect = {{word >> 15 & 31, word >> 20 & 31}, 0, (word & PRODUCT_CHOICE) == PRODUCT};
    if (!instruction_stores(word))
        return effect;
    const bool is_compressed = instruction_bytes(word) == 2;
    effect.stored_bytes = is_compressed ? 4 : (uint8_t)(1u << (word >> 12 & 3));
    if (is_compressed)
        effect.sources[1] = (word & 3) == C_SW ? 8 + (word >> 2 & 7) : word >> 2 & 31;
    return effect;
}
