/*---
name: montgomery-special
family: fp-reduce
summary: Montgomery's reduction where the prime is -1 modulo its blocks: the quotient takes no products
source: Montgomery 1985; Solinas, Generalized Mersenne Numbers, 1999
domain: any c below p R; c / R mod p
constant_time: same-trace-and-addresses
form: montgomery
requires: defined(FP_QUOTIENT_ROWS) && FP_BITS % MC_WORD_BITS == 0
---*/
#include "fp/fp.h"

#if defined(FP_QUOTIENT_ROWS) && FP_BITS % MC_WORD_BITS == 0

#include "fp/reduction/generalised_mersenne.h"

/* (c + q p) / R, where the blocks of q are those of the lower half of c + q p before q itself is taken off: modulo
 * 2^FP_BLOCK_BITS p is -1, so each becomes 0 by it. The sum is below 2 p. */
void FP(reduce_montgomery_special)(mc_word *r, mc_word *c)
{
    digit q[FOLD_DIGITS], d[FOLD_DIGITS];
    digit_sum sum = 0;
#define Q(block)             ((digit_sum)q[(block) * BLOCK_DIGITS + j])
#define T(block)             digit_at(c, (uint8_t)((block) * BLOCK_DIGITS + j))
#define INTO_Q(block, terms) ADD_BLOCK(q, block, terms)
#define INTO_D(block, terms) ADD_BLOCK(d, block, terms)
    FP_QUOTIENT_ROWS(INTO_Q)
    FP_REST_ROWS(INTO_D)
#undef INTO_D
#undef INTO_Q
#undef T
#undef Q
    mc_word residue[FP_WORDS];
    words_of(residue, d);
    fp_reduce_once(r, residue, (mc_word)sum);
    fp_wipe(residue, sizeof residue);
    fp_wipe(q, sizeof q);
    fp_wipe(d, sizeof d);
}

#endif
