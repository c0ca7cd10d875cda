/*---
name: as-order
family: fp-add
summary: the addition that is bound modulo the order, with the prime as its modulus
source: -
domain: any a, b below p
constant_time: same-trace-and-addresses
form: montgomery
requires: FP_IS_LIKE_ORDER
---*/
#include "fp/fp.h"

#if FP_IS_LIKE_ORDER

void FP(add_as_order)(mc_word *r, const mc_word *a, const mc_word *b)
{
    order_add(r, a, b, FP_PRIME_AS_ORDER);
}

#endif
