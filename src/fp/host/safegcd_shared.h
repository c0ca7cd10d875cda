/* Inversion by division steps for all moduli of as many digits of 62 bits. cmake/library.cmake compiles
 * safegcd_shared.c for 1 to 10 digits. */
#ifndef MC_FP_SAFEGCD_SHARED_H
#define MC_FP_SAFEGCD_SHARED_H

#include "word/word.h"

/* r = start / a mod n for an odd n of so many words, 0 for a = 0. `batches` of 62 division steps must be enough. */
typedef void mc_safegcd(mc_word *r, const mc_word *a, const mc_word *n, const mc_word *start, mc_word minus_n_inverse,
                        uint8_t words, uint8_t batches);
mc_safegcd mc_safegcd_1, mc_safegcd_2, mc_safegcd_3, mc_safegcd_4, mc_safegcd_5, mc_safegcd_6, mc_safegcd_7,
    mc_safegcd_8, mc_safegcd_9, mc_safegcd_10;

/* The function for a constant number of digits. */
#define SAFEGCD_SHARED(digits)                                                                                         \
    ((digits) == 1   ? mc_safegcd_1                                                                                    \
     : (digits) == 2 ? mc_safegcd_2                                                                                    \
     : (digits) == 3 ? mc_safegcd_3                                                                                    \
     : (digits) == 4 ? mc_safegcd_4                                                                                    \
     : (digits) == 5 ? mc_safegcd_5                                                                                    \
     : (digits) == 6 ? mc_safegcd_6                                                                                    \
     : (digits) == 7 ? mc_safegcd_7                                                                                    \
     : (digits) == 8 ? mc_safegcd_8                                                                                    \
     : (digits) == 9 ? mc_safegcd_9                                                                                    \
                     : mc_safegcd_10)

#endif
