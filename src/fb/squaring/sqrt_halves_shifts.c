/*---
name: halves-shifts
family: fb-sqrt
summary: square root by even and odd places, the latter times a sparse sqrt(z) by shifts: trinomials
source: Fong, Hankerson, Lopez and Menezes 2004, Section 3
domain: any a
constant_time: same-trace-and-addresses
requires: FB_SQRT_Z_IS_SPARSE
uses: fb-reduce
---*/
#include "fb/squaring/sqrt_halves.h"

#if FB_SQRT_Z_IS_SPARSE

/* c += o z^shift for o of half the degree, which takes ODD_WORDS words; shift < m, a constant. */
#define ODD_WORDS MC_WORDS((FB_M + 1) / 2)
MC_INLINE void add_shifted(mc_word *c, const mc_word *odd, uint16_t shift)
{
    const uint8_t words = (uint8_t)(shift / MC_WORD_BITS), bits = shift % MC_WORD_BITS;
    for (uint8_t i = 0; i < ODD_WORDS; i++) {
        c[words + i] = (mc_word)(c[words + i] ^ (mc_word)(odd[i] << bits));
        if (bits)
            c[words + i + 1] = (mc_word)(c[words + i + 1] ^ (odd[i] >> (MC_WORD_BITS - bits)));
    }
}

/* r^2 = a; r may be a. The words that add_shifted reaches are below 2n: (m - 1) / W + ODD_WORDS at most, n - 1 +
 * ODD_WORDS. */
void FB(sqrt_halves_shifts)(mc_word *r, const mc_word *a)
{
    mc_word even[FB_WORDS], odd[FB_WORDS], c[2 * FB_WORDS] = {0};
    sqrt_split(even, odd, a);
    FB(copy)(c, even);
#define SQRT_HALVES_SHIFTS_ADD_TERM(e) add_shifted(c, odd, e);
    FB_SQRT_Z_TERMS(SQRT_HALVES_SHIFTS_ADD_TERM)
#undef SQRT_HALVES_SHIFTS_ADD_TERM
    fb_reduce(r, c);
}

#endif
