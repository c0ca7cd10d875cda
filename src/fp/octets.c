#include "fp/fp.h"

#include <string.h>

/* Horner's rule by bits: r = 2 r + bit. Slow and small; callers have octets by the dozen. */
void FP(from_octets)(mc_word *r, const uint8_t *octets, size_t count FP_M)
{
    mc_word bit[FP_WORDS] = {0};
    memset(r, 0, FP_WORDS * sizeof *r);
    for (size_t i = 0; i < count; i++) {
        for (int shift = 7; shift >= 0; shift--) {
            fp_add(r, r, r FP_PASS);
            bit[0] = octets[i] >> shift & 1;
            fp_add(r, r, bit FP_PASS);
        }
    }
    mc_wipe(bit, sizeof bit);
}
