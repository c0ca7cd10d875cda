/* Powers by exponents whose bits above the lowest byte are 1: no exponent in memory (fp/fp.h). */
#include "fp/fp.h"

#if FP_HAS_SMALL_FOLD

void FP(power_of_ones)(mc_word *r, const mc_word *a, uint16_t bits, uint8_t low)
{
    mc_word base[FP_WORDS];
    FP(copy)(base, a);
    FP(copy)(r, base);
    while (--bits) {
        fp_mul(r, r, r);
        if (bits > 8 || low >> (bits - 1) & 1)
            fp_mul(r, r, base);
    }
    mc_wipe(base, sizeof base);
}

#endif
