/* Windows of 4 bits, three or four words of a at once: the product is loaded and stored a third or a quarter as often.
 */
#ifndef MC_FB_MUL_MERGED_H
#define MC_FB_MUL_MERGED_H

#include "fb/multiplication/mul_window4.h"

/* sum += r0 + r1 z^W + r2 z^2W, with `degree` 4 also + r3 z^3W. */
MC_INLINE void add_merged_rows(mc_word *sum, const mc_word *r0, const mc_word *r1, const mc_word *r2, const mc_word *r3,
                               uint8_t degree)
{
    const uint8_t end = ROW_WORDS;
    sum[0] ^= r0[0];
    sum[1] ^= r0[1] ^ r1[0];
    if (degree == 4)
        sum[2] ^= r0[2] ^ r1[1] ^ r2[0];
    for (uint8_t j = degree - 1; j < end; j++)
        sum[j] ^= r0[j] ^ r1[j - 1] ^ r2[j - 2] ^ (degree == 4 ? r3[j - 3] : 0);
    sum[end] ^= r1[end - 1] ^ r2[end - 2] ^ (degree == 4 ? r3[end - 3] : 0);
    sum[end + 1] ^= r2[end - 1] ^ (degree == 4 ? r3[end - 2] : 0);
    if (degree == 4)
        sum[end + 2] ^= r3[end - 1];
}

/* c += (digits of a at `shift`) times the rows, `degree` words of a at once, a constant, then the rest one by one. */
MC_INLINE void add_merged_digits(mc_word *c, const mc_word *a, uint8_t shift, const mc_word *table, uint8_t degree)
{
    uint8_t left = FB_WORDS;
    for (; left >= degree; left -= degree, a += degree, c += degree) {
        const mc_word *rows[4];
        for (uint8_t i = 0; i < 4; i++)
            rows[i] = table + window4_digit(a[i < degree ? i : 0], shift) * ROW_WORDS;
        add_merged_rows(c, rows[0], rows[1], rows[2], rows[3], degree);
    }
    for (; left; left--, c++) {
        const mc_word *row = table + window4_digit(*a++, shift) * ROW_WORDS;
        for (uint8_t j = 0; j < ROW_WORDS; j++)
            c[j] ^= row[j];
    }
}

#endif
