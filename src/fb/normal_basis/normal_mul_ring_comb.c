/*---
name: ring-comb
family: fb-normal-mul
summary: as polynomials modulo x^p - 1, multiplied by a comb with digits of 4 bits and a table of 16 multiples
source: Dahab, Hankerson, Hu, Long, Lopez and Menezes 2006, Section 4
domain: any a, b
constant_time: same-trace
ram_table_bytes: 16 * n * W
requires: FB_HAS_NORMAL_BASIS
---*/
#include "fb/normal_basis/normal_ring.h"

#if FB_HAS_NORMAL_BASIS

#define RING_COMB_ROW_WORDS MC_WORDS(FB_NORMAL_CLASSES + 3)

/* row = 2 half + (half if is_odd). */
static void normal_ring_comb_row(mc_word *row, const mc_word *half, const mc_word *added)
{
    mc_word carry = 0;
    for (unsigned i = 0; i < RING_COMB_ROW_WORDS; i++) {
        const mc_word word = half[i];
        row[i] = ((mc_word)(word << 1) | carry) ^ (added ? added[i] : 0);
        carry = word >> (MC_WORD_BITS - 1);
    }
}

/* r = a b; r may alias a or b. */
void FB(normal_mul_ring_comb)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word table[16][RING_COMB_ROW_WORDS] = {{0}}, full[RING_FULL_WORDS], product[RING_PRODUCT_WORDS + 1] = {0};
    normal_ring_factors(table[1], full, a, b);
    for (uint8_t u = 2; u < 16; u++)
        normal_ring_comb_row(table[u], table[u / 2], u % 2 ? table[1] : NULL);
    for (uint8_t shift = MC_WORD_BITS; shift;) {
        mc_word carry = 0;
        for (unsigned i = 0; i < RING_PRODUCT_WORDS; i++) {
            const mc_word word = product[i];
            product[i] = (mc_word)(word << 4) | carry;
            carry = word >> (MC_WORD_BITS - 4);
        }
        shift -= 4;
        for (unsigned k = 0; k < RING_FULL_WORDS; k++) {
            const mc_word *row = table[full[k] >> shift & 15];
            for (unsigned i = 0; i < RING_COMB_ROW_WORDS; i++)
                product[k + i] ^= row[i];
        }
    }
    normal_ring_collect(r, product);
}

#endif
