/*---
name: carryless
family: fb-sqr-reduce
summary: words squared by PCLMULQDQ or PMULL, reduction by the same instruction or shifts, all in registers; on
  processors that lack it: composed
source: Gueron and Kounavis 2010, for the reduction
domain: any a
constant_time: same-trace-and-addresses
requires: MC_NATIVE_CARRYLESS
---*/
#include "fb/multiplication/carryless.h"

#if MC_NATIVE_CARRYLESS

CARRYLESS static void sqr_times_native(mc_word *r, const mc_word *a, unsigned count)
{
    carryless_vector column[CARRYLESS_COLUMNS], lane[CARRYLESS_LANES];
    carryless_load(lane, a);
    while (count--) {
        carryless_square(column, lane);
        carryless_reduce(lane, column);
    }
    carryless_store(r, lane);
}

CARRYLESS static void sqr_reduce_native(mc_word *r, const mc_word *a)
{
    carryless_vector column[CARRYLESS_COLUMNS], lane[CARRYLESS_LANES];
    carryless_load(lane, a);
    carryless_square(column, lane);
    carryless_reduce(lane, column);
    carryless_store(r, lane);
}

static void sqr_reduce_portable(mc_word *r, const mc_word *a)
{
    FB(sqr_reduce_composed)(r, a);
}

static void sqr_times_portable(mc_word *r, const mc_word *a, unsigned count)
{
    FB(sqr_times_composed)(r, a, count);
}

typedef void sqr_reduce_function(mc_word *r, const mc_word *a);
typedef void sqr_times_function(mc_word *r, const mc_word *a, unsigned count);

/* r = a^2 mod f; r may be a. */
MC_BIND(FB(sqr_reduce_carryless), sqr_reduce_function, MC_HAS_CARRYLESS, sqr_reduce_native, sqr_reduce_portable,
        (mc_word * r, const mc_word *a), (r, a))
/* r = a^(2^count); r may be a. */
MC_BIND(FB(sqr_times_carryless), sqr_times_function, MC_HAS_CARRYLESS, sqr_times_native, sqr_times_portable,
        (mc_word * r, const mc_word *a, unsigned count), (r, a, count))

#endif
