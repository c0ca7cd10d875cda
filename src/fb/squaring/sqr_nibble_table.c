/*---
name: nibble-table
family: fb-sqr
summary: squaring by a table of the squares of the 16 half bytes
source: aranha2008 Algorithm 1, which is tinyecck2008 Algorithm 1
domain: any a
constant_time: same-trace
flash_table_bytes: 16
---*/
#include "fb/fb.h"

static const MC_FLASH uint8_t nibble_squares[16] = {0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15,
                                                    0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55};

static inline mc_word sqr_nibble_table_square_half(mc_word half)
{
    mc_word square = 0;
    for (uint8_t k = 0; k < MC_WORD_BYTES; k++)
        square = (mc_word)(square | (mc_word)((mc_word)nibble_squares[half >> 4 * k & 15] << 8 * k));
    return square;
}

/* c = a^2, unreduced; c apart from a. In a frame of its own: within a reduction it would save its registers in memory.
 */
MC_OWN_FRAME
void FB(sqr_nibble_table)(mc_word *c, const mc_word *a)
{
    for (uint8_t i = FB_WORDS; i; i--) {
        mc_word low = *a++, high = low >> MC_WORD_BITS / 2;
        *c++ = sqr_nibble_table_square_half(low);
        *c++ = sqr_nibble_table_square_half(high);
    }
}
