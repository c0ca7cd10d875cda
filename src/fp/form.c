#include "fp/fp.h"

#if MC_PREFER_SIZE
#include <string.h>
#endif

#if FP_MONTGOMERY

#if !MC_HAS_R_SQUARED

/* By doublings, which take no constants. */
void FP(to_form)(mc_word *r, const mc_word *a FP_M)
{
    FP(copy)(r, a);
    for (uint16_t i = FP_WORDS * MC_WORD_BITS; i--;)
        fp_add(r, r, r FP_PASS);
}

#elif MC_PREFER_SIZE && !defined(__AVR__) /* the constant is read in place */

MC_OWN_FRAME
void FP(to_form)(mc_word *r, const mc_word *a FP_M)
{
    fp_mul(r, a, FP_MODULUS->r_squared FP_PASS);
}

#else

void FP(to_form)(mc_word *r, const mc_word *a FP_M)
{
    mc_word r_squared[FP_WORDS];
    FP(from_flash)(r_squared, FP_MODULUS->r_squared);
    fp_mul(r, a, r_squared FP_PASS);
}

#endif

MC_OWN_FRAME
void FP(from_form)(mc_word *r, const mc_word *a FP_M)
{
    const mc_word one[FP_WORDS] = {1};
    fp_mul(r, a, one FP_PASS);
}

#if MC_PREFER_SIZE

/* R mod n is R - n where n has as many bits as R. */
void FP(set_small)(mc_word *r, mc_word value FP_M)
{
    const mc_word minus_value = mc_word_barrier((mc_word)(0 - value));
    memset(r, 0, FP_WORDS * sizeof *r);
    if (FP_MODULUS->n[FP_WORDS - 1] >> (MC_WORD_BITS - 1)) {
        FP_SUM_WITH_MODULUS(r, r, minus_value);
    } else {
        r[0] = value;
        FP(to_form)(r, r FP_PASS);
    }
}

#else

void FP(set_small)(mc_word *r, mc_word value FP_M)
{
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] = FP_MODULUS->r[i] & (mc_word)(0 - value);
}

#endif

#else

void FP(to_form)(mc_word *r, const mc_word *a)
{
    FP(copy)(r, a);
}

void FP(from_form)(mc_word *r, const mc_word *a)
{
    FP(copy)(r, a);
}

void FP(set_small)(mc_word *r, mc_word value)
{
    r[0] = value;
    for (uint8_t i = 1; i < FP_WORDS; i++)
        r[i] = 0;
}

#endif
