/* How deep calls go whose elements are those of scalar/ladder/x_fraction.h, for MC_WIPE_BELOW. */
#ifndef MC_LADDER_DEPTH_H
#define MC_LADDER_DEPTH_H

#include "curve/prime/fp_list.h"
#include "scalar/scalar.h"

/* As deep as an inversion or a step of the ladder goes, tests/lab/test_wiped_depth.py, so that it takes hardly any
 * memory of its own. `as-order` holds one row of a product, `composed` a whole one, kernels of short words parts of it;
 * those over products of halves a whole one beside the parts. A loop of the ladder that copies -a holds more words. */
#define MC_HOLDS_A_ROW_mul_reduce_as_order                       1
#define MC_HOLDS_A_PRODUCT_mul_reduce_composed                   1
#define MC_HOLDS_HALVES_mul_reduce_halves_montgomery_special_avr 1
#define MC_HOLDS_HALVES_mul_reduce_karatsuba_halves_thumb        1
#define HOLDS_A_ROW                                              MC_CONCATENATE(MC_HOLDS_A_ROW_, MC_FP_MUL_REDUCE)
#define HOLDS_A_PRODUCT                                          MC_CONCATENATE(MC_HOLDS_A_PRODUCT_, MC_FP_MUL_REDUCE)
#if HOLDS_A_PRODUCT && defined(__thumb2__) /* spills less than Thumb */
#define LADDER_DEPTH (4 * MC_WORD_BITS + 7 * sizeof(mc_word[EC_WORDS]))
#elif HOLDS_A_PRODUCT
#define LADDER_DEPTH (4 * MC_WORD_BITS + (MC_WORD_BITS > 16 ? 12 : 6) * sizeof(mc_word[EC_WORDS]))
#elif defined(__thumb2__)
#define LADDER_DEPTH (5 * MC_WORD_BITS / 2 + 3 * sizeof(mc_word[EC_WORDS]) + (LIST_READS_A ? 7 : 1) * sizeof(mc_word))
#elif MC_CONCATENATE(MC_HOLDS_HALVES_, MC_FP_MUL_REDUCE) && MC_WORD_BITS > 16
#define LADDER_DEPTH (7 * MC_WORD_BITS / 2 + 4 * sizeof(mc_word[EC_WORDS]) + 3 * sizeof(mc_word))
#elif HOLDS_A_ROW && defined(__thumb__) /* whose sums keep the carry in the flags */
#define LADDER_DEPTH (3 * MC_WORD_BITS + 3 * sizeof(mc_word[EC_WORDS]) + (LIST_READS_A ? 7 : 1) * sizeof(mc_word))
#elif HOLDS_A_ROW || MC_WORD_BITS > 16
#define LADDER_DEPTH (7 * MC_WORD_BITS / 2 + (MC_WORD_BITS == 16 ? 2 : 3) * sizeof(mc_word[EC_WORDS]) + sizeof(mc_word))
#elif MC_CONCATENATE(MC_HOLDS_HALVES_, MC_FP_MUL_REDUCE)
#define LADDER_DEPTH (4 * MC_WORD_BITS + 6 * sizeof(mc_word[EC_WORDS]))
#elif EC_TAKES_DIFFERENCES /* and the scalar that the ladder climbs */
#define LADDER_DEPTH (4 * MC_WORD_BITS + 5 * sizeof(mc_word[EC_WORDS]) + 7 * sizeof(mc_word))
#else
#define LADDER_DEPTH (4 * MC_WORD_BITS + 5 * sizeof(mc_word[EC_WORDS]))
#endif

#endif
