/*---
name: byte-table
family: fb-sqr
summary: squaring by a table of the squares of all 256 bytes
source: aranha2008 Algorithm 1, with bytes for nibbles
domain: any a
constant_time: same-trace
flash_table_bytes: 512
---*/
#include "fb/fb.h"

/* The square of the polynomial u: its bits spread to the even places. */
#define SQUARE(u)                                                                                                      \
    (((u) & 1) | ((u) & 2) << 1 | ((u) & 4) << 2 | ((u) & 8) << 3 | ((u) & 16) << 4 | ((u) & 32) << 5 |                \
     ((u) & 64) << 6 | ((u) & 128) << 7)
#define SQUARES_4(u)  SQUARE(u), SQUARE((u) + 1), SQUARE((u) + 2), SQUARE((u) + 3)
#define SQUARES_16(u) SQUARES_4(u), SQUARES_4((u) + 4), SQUARES_4((u) + 8), SQUARES_4((u) + 12)
#define SQUARES_64(u) SQUARES_16(u), SQUARES_16((u) + 16), SQUARES_16((u) + 32), SQUARES_16((u) + 48)

static const MC_FLASH uint16_t byte_squares[256] = {SQUARES_64(0), SQUARES_64(64), SQUARES_64(128), SQUARES_64(192)};

#if MC_WORD_BITS == 8

/* c = a^2, unreduced; c apart from a. */
void FB(sqr_byte_table)(mc_word *c, const mc_word *a)
{
    for (uint8_t i = FB_WORDS; i; i--) {
        uint16_t square = byte_squares[*a++];
        *c++ = (mc_word)square;
        *c++ = (mc_word)(square >> 8);
    }
}

#else

static inline mc_word sqr_byte_table_square_half(mc_word half)
{
    mc_word square = 0;
    for (uint8_t k = 0; k < MC_WORD_BYTES / 2; k++)
        square |= (mc_word)byte_squares[(uint8_t)(half >> 8 * k)] << 16 * k;
    return square;
}

/* c = a^2, unreduced; c apart from a. */
void FB(sqr_byte_table)(mc_word *c, const mc_word *a)
{
    for (uint8_t i = FB_WORDS; i; i--) {
        mc_word low = *a++, high = low >> MC_WORD_BITS / 2;
        *c++ = sqr_byte_table_square_half(low);
        *c++ = sqr_byte_table_square_half(high);
    }
}

#endif
