/* A product whose parts are computed by several threads (arruda2014, Algorithm 9): with 2 and 3 threads the second
 * factor is in halves or thirds (Figures 15 and 16), with 4 both are in halves (Figure 17). The last part of a factor
 * is longer where the number of limbs does not divide. Of the product only the lower `low` limbs may be wanted. */
#ifndef MC_PARALLEL_SHARED_PRODUCT_H
#define MC_PARALLEL_SHARED_PRODUCT_H

#include "limbs/arena.h"
#include "limbs/limbs.h"

#define MC_PARALLEL_PARTS 4

typedef struct {
    const mp_limb_t *a, *b;
    size_t an, bn, low; /* low <= an + bn */
    mc_limbs_product *multiply;
    mp_limb_t *product; /* an + bn limbs, of which the lower `low` are valid in the end */
    mp_limb_t *parts[MC_PARALLEL_PARTS];
} mc_parallel_shared_product;

/* Room for `threads` parts of products with up to an and bn limbs. */
void mc_parallel_shared_product_prepare(mc_parallel_shared_product *shared, size_t an, size_t bn, unsigned threads,
                                        mc_limbs_product *multiply, mc_parallel_arena *arena);

/* Thread `thread`'s part. */
void mc_parallel_share(const mc_parallel_shared_product *shared, unsigned thread, unsigned threads);

/* Adds the parts up, after a barrier. */
void mc_parallel_join(const mc_parallel_shared_product *shared, unsigned threads);

#endif
