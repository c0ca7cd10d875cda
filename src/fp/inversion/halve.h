#ifndef MC_FP_HALVE_H
#define MC_FP_HALVE_H

#include "fp/fp.h"

/* a /= 2, with `top` above its highest bit. */
static void halve(mc_word *a, mc_word top)
{
    for (uint8_t i = FP_WORDS; i-- > 0;) {
        mc_word word = a[i];
        a[i] = (mc_word)(word >> 1 | top << (MC_WORD_BITS - 1));
        top = word & 1;
    }
}

#endif
