/* Products and squares of single elements by the processor's multiplication of polynomials. */
#ifndef MC_FB_CARRYLESS_H
#define MC_FB_CARRYLESS_H

#include "fb/fb.h"

#if MC_NATIVE_CARRYLESS

#if MC_NATIVE_X86_64
#include "native/x86_64/carryless.h"
#else
#include "native/aarch64/carryless.h"
#endif

#define CL(name)  carryless_##name
#define CL_INLINE CARRYLESS_INLINE
#include "fb/multiplication/carryless_arithmetic.h"
#undef CL
#undef CL_INLINE

/* Words in lower halves. */
CARRYLESS_INLINE void carryless_load_words(carryless_vector *word, const mc_word *a)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++)
        word[i] = carryless_constant(a[i], 0);
}

CARRYLESS_INLINE void carryless_load(carryless_vector *lane, const mc_word *a)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i += 2)
        lane[i / 2] = carryless_constant(a[i], i + 1 < FB_WORDS ? a[i + 1] : 0);
}

CARRYLESS_INLINE void carryless_store(mc_word *r, const carryless_vector *lane)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++)
        r[i] = lane[i / 2][i % 2];
}

#endif
#endif
