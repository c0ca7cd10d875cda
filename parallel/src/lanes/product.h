/* Products of numbers of limbs, computed in digits of 52 bits, eight to a vector (AVX-512 IFMA). */
#ifndef MC_PARALLEL_LANES_PRODUCT_H
#define MC_PARALLEL_LANES_PRODUCT_H

#include "limbs/limbs.h"

/* r = a b as mc_limbs_mul, of which only the lower `low` limbs are wanted: those above are undefined. Short and very
 * long factors are GMP's. */
void mc_parallel_lane_product(mp_limb_t *r, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn, size_t low);

/* Whether the processor has the instructions. */
bool mc_parallel_has_lane_products(void);

#endif
