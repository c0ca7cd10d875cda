/*---
name: special
family: fp-reduce
summary: by the shape of the prime: pseudo-Mersenne, or generalised Mersenne
source: Solinas, Generalized Mersenne Numbers, 1999; hankerson2004 section 2.2.6
domain: any c below 2^(2 FP_BITS)
constant_time: same-trace-and-addresses
form: plain
requires: defined(FP_PSEUDO_MERSENNE) || defined(FP_GENERALISED_MERSENNE)
---*/
#include "fp/fp.h"

#if defined(FP_PSEUDO_MERSENNE) || defined(FP_GENERALISED_MERSENNE)

#ifdef FP_PSEUDO_MERSENNE
#include "fp/reduction/pseudo_mersenne.h"
#else
#include "fp/reduction/generalised_mersenne.h"
#endif

void FP(reduce_special)(mc_word *r, mc_word *c)
{
    mc_word residue[FP_WORDS];
    fold(residue, c);
    /* Below 2 p, or 4 p if it is twice the prime that has the shape. */
#if defined(FP_BLOCKS) && FP_BLOCKS * FP_BLOCK_BITS > FP_BITS
    fp_reduce_once(residue, residue, 0);
#endif
    fp_reduce_once(r, residue, 0);
    fp_wipe(residue, sizeof residue);
}

#endif
