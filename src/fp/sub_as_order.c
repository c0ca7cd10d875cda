/*---
name: as-order
family: fp-sub
summary: the difference `sums` modulo the order, with the prime as its modulus
source: -
domain: any a, b below p
constant_time: same-trace-and-addresses
form: montgomery
requires: FP_IS_LIKE_ORDER
---*/
#include "fp/fp.h"

#if FP_IS_LIKE_ORDER

void FP(sub_as_order)(mc_word *r, const mc_word *a, const mc_word *b)
{
    ORDER(sub_sums)(r, a, b, FP_PRIME_AS_ORDER);
}

#endif
