/*---
name: as-order
family: fp-inv
summary: the inversion that is bound modulo the order, with the prime as its modulus
source: -
domain: any a below p; the inverse of 0 is 0
constant_time: same-trace-and-addresses
form: montgomery
requires: FP_IS_LIKE_ORDER
---*/
#include "fp/fp.h"

#if FP_IS_LIKE_ORDER

void FP(inv_as_order)(mc_word *r, const mc_word *a)
{
    order_inv(r, a, FP_PRIME_AS_ORDER);
}

#endif
