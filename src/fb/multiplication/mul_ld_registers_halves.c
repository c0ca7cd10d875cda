/*---
name: ld-registers-halves
family: fb-mul
summary: Lopez-Dahab multiplication, running sum in registers, table of half of b at a time: half the RAM, little code
source: variant of aranha2008 Algorithm 4
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * ((n + 2) // 2) * W
---*/
#include "fb/multiplication/mul_registers.h"

#define LOW_WORDS (FB_WORDS / 2)
/* Words of a row for either half; the sum of either then ends within the product. */
#define MAX(a, b)      ((a) > (b) ? (a) : (b))
#define HALF_ROW_WORDS MAX(LOW_WORDS + 1, WINDOW4_ROW_WORDS(FB_M - LOW_WORDS * MC_WORD_BITS))

/* c += (digits of a at `shift`) times the `words` words at b. */
MC_NOINLINE void mul_ld_registers_halves_add_digits(mc_word *c, const mc_word *a, const mc_word *b, uint8_t words,
                                                    uint8_t shift)
{
    mc_word table[WINDOW4_ROWS * HALF_ROW_WORDS];
    window4_table(table, b, words, HALF_ROW_WORDS);
    registers_add_digits(c, a, FB_WORDS, shift, table, HALF_ROW_WORDS, HALF_ROW_WORDS, 0);
}

/* c = a b, unreduced; c apart from a and b. */
void FB(mul_ld_registers_halves)(mc_word *c, const mc_word *a, const mc_word *b)
{
    for (uint8_t j = 0; j < 2 * FB_WORDS; j++)
        c[j] = 0;
    for (int8_t shift = MC_WORD_BITS - 4; shift >= 0; shift = (int8_t)(shift - 4)) {
        mul_ld_registers_halves_add_digits(c, a, b, LOW_WORDS, (uint8_t)shift);
        mul_ld_registers_halves_add_digits(c + LOW_WORDS, a, b + LOW_WORDS, FB_WORDS - LOW_WORDS, (uint8_t)shift);
        if (shift)
            window4_shift(c, 2 * FB_WORDS);
    }
}
