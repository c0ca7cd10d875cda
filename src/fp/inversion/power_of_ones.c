/* Powers by exponents whose bits above the lowest byte are 1: no exponent in memory (fp/fp.h). */
#include "fp/fp.h"

#if FP_HAS_SMALL_FOLD

#if FP_HAS_SQUARING

/* r = a^(2^ones - 1), from the power by half as many ones, by so many squarings and a product, for each bit of `ones`
 * (Itoh and Tsujii 1988). */
static void power_of_ones_alone(mc_word *r, const mc_word *a, uint16_t ones)
{
    mc_word half[FP_WORDS];
    uint8_t place = 15;
    while (ones >> place == 0)
        place--;
    FP(copy)(r, a);
    while (place--) {
        FP(copy)(half, r);
        for (uint16_t i = ones >> (place + 1); i > 0; i--)
            fp_sqr(r, r);
        fp_mul(r, r, half);
        if (ones >> place & 1) {
            fp_sqr(r, r);
            fp_mul(r, r, a);
        }
    }
    mc_wipe(half, sizeof half);
}

MC_OWN_FRAME
void FP(power_of_ones)(mc_word *r, const mc_word *a, uint16_t bits, uint8_t low)
{
    mc_word base[FP_WORDS];
    FP(copy)(base, a);
    power_of_ones_alone(r, base, (uint16_t)(bits - 8));
    for (uint8_t i = 8; i-- > 0;) {
        fp_sqr(r, r);
        if (low >> i & 1)
            fp_mul(r, r, base);
    }
    mc_wipe(base, sizeof base);
}

#else

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
#endif
