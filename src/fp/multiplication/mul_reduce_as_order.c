/*---
name: as-order
family: fp-mul-reduce
summary: the multiplication that is bound modulo the order, with the prime as its modulus: no second one in an image
source: -
domain: any a, b below p; a b / R mod p
constant_time: same-trace-and-addresses
form: montgomery
requires: FP_IS_LIKE_ORDER
---*/
#include "fp/fp.h"

#if FP_IS_LIKE_ORDER

void FP(mul_reduce_as_order)(mc_word *r, const mc_word *a, const mc_word *b)
{
    order_mul(r, a, b, FP_PRIME_AS_ORDER);
}

#endif
