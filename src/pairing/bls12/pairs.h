/* Products of pairings of any number of pairs, a few at a time. */
#ifndef MC_PAIRING_PAIRS_H
#define MC_PAIRING_PAIRS_H

#include "pairing/bls12/group.h"

typedef struct {
    fp12 product; /* of the Miller loops so far */
    g1_affine p[BLS12_PAIRS_MAX];
    g2_affine q[BLS12_PAIRS_MAX];
    uint8_t count;       /* of pairs that wait */
    uint8_t has_product; /* 0 before the first Miller loop: then the product is 1 */
} bls12_pairs;

#define bls12_pairs_begin  EC(bls12_pairs_begin)
#define bls12_pairs_add    EC(bls12_pairs_add)
#define bls12_pairs_finish EC(bls12_pairs_finish)
#define bls12_read_scalar  EC(bls12_read_scalar)
#define bls12_scalar_mod   EC(bls12_scalar_mod)

void bls12_pairs_begin(bls12_pairs *pairs);
void bls12_pairs_add(bls12_pairs *pairs, const g1_affine *p, const g2_affine *q);
/* The product, and the end of the pairs, which are wiped. */
void bls12_pairs_finish(fp12 *r, bls12_pairs *pairs);

/* k = octets mod r. */
void bls12_scalar_mod(mc_word *k, const uint8_t *octets, size_t bytes);
/* k = a number of MC_BLS12_381_SCALAR_BYTES bytes; MC_ERROR_SCALAR_RANGE and 0 if it is not below r. */
mc_status bls12_read_scalar(mc_word *k, const uint8_t *octets);

#define BLS12_BURN_BYTES 16384 /* a pairing of five pairs uses 12,288: tests/src/pairing/bls12_stack.c */

#endif
