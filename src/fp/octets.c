#include "fp/fp.h"

#include <string.h>

/* Horner's rule by bits: r = 2 r + bit. Slow and small; callers have octets by the dozen. */
void FP(from_octets)(mc_word *r, const uint8_t *octets, size_t count, const MC_FLASH FP(modulus) *m)
{
    mc_word bit[FP_WORDS] = {0};
    memset(r, 0, FP_WORDS * sizeof *r);
    for (size_t i = 0; i < count; i++) {
        for (int shift = 7; shift >= 0; shift--) {
            FP(add)(r, r, r, m);
            bit[0] = octets[i] >> shift & 1;
            FP(add)(r, r, bit, m);
        }
    }
    mc_wipe(bit, sizeof bit);
}
