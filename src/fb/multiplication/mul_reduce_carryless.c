/*---
name: carryless
family: fb-mul-reduce
summary: Karatsuba's method over words multiplied by PCLMULQDQ or PMULL, reduction by the same instruction or shifts,
  all in registers; on processors that lack it: composed
source: Weimerskirch and Paar 2003; Gueron and Kounavis 2010, for the reduction
domain: any a, b
constant_time: same-trace-and-addresses
requires: MC_NATIVE_CARRYLESS
---*/
#include "fb/multiplication/carryless.h"

#if MC_NATIVE_CARRYLESS

CARRYLESS static void mul_reduce_native(mc_word *r, const mc_word *a, const mc_word *b)
{
    carryless_vector x[FB_WORDS], y[FB_WORDS], column[CARRYLESS_COLUMNS], lane[CARRYLESS_LANES];
    carryless_load_words(x, a);
    carryless_load_words(y, b);
    carryless_multiply(column, x, y);
    carryless_reduce(lane, column);
    carryless_store(r, lane);
}

static void mul_reduce_portable(mc_word *r, const mc_word *a, const mc_word *b)
{
    FB(mul_reduce_composed)(r, a, b);
}

typedef void mul_reduce_function(mc_word *r, const mc_word *a, const mc_word *b);

/* r = a b mod f; r may alias a or b. */
MC_BIND(FB(mul_reduce_carryless), mul_reduce_function, MC_HAS_CARRYLESS, mul_reduce_native, mul_reduce_portable,
        (mc_word * r, const mc_word *a, const mc_word *b), (r, a, b))

#endif
