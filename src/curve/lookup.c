#include "curve/lookup.h"

#if MC_HAS_DATA_CACHE && MC_NATIVE_X86_64 && EC_WORDS >= 2
#include "native/x86_64/lookup.h"

void EC(affine_lookup)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index)
{
    mc_lookup(r, table, sizeof *r, count, index);
}

#elif MC_HAS_DATA_CACHE && MC_WORD_BITS == 64

/* Two words, which vector registers of 16 bytes hold; a processor without them takes one word after the other. */
typedef mc_word word_pair __attribute__((vector_size(2 * sizeof(mc_word)), aligned(sizeof(mc_word)), may_alias));

#define POINT_PAIRS (sizeof(EC(affine)) / sizeof(word_pair)) /* x and y have as many words each */

/* The sum of all masked points stays in registers. */
void EC(affine_lookup)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index)
{
    word_pair sum[POINT_PAIRS] = {{0}};
    for (uint8_t i = 0; i < count; i++) {
        const mc_word mask = mc_word_mask_zero(i ^ index);
        const word_pair *point = (const word_pair *)&table[i];
#pragma GCC unroll 16
        for (uint8_t j = 0; j < POINT_PAIRS; j++)
            sum[j] |= point[j] & mask;
    }
#pragma GCC unroll 16
    for (uint8_t j = 0; j < POINT_PAIRS; j++)
        ((word_pair *)r)[j] = sum[j];
}

#elif MC_HAS_DATA_CACHE

void EC(affine_lookup)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index)
{
    *r = table[0];
    for (uint8_t i = 1; i < count; i++) {
        mc_word mask = mc_word_mask_zero(i ^ index);
        field_select(r->x, table[i].x, mask);
        field_select(r->y, table[i].y, mask);
    }
}

#endif
