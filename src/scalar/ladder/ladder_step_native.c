/*---
name: native
family: ladder-step
summary: a step of the ladder as one routine in assembly modulo 2^255 - 19 on AArch64, and on x86-64 with ADX, without
  which it is composed
source: RFC 7748, Section 5; native/montgomery.h
domain: coordinates below 2 p
curves: montgomery
requires: FIELD_HAS_MONTGOMERY_CURVES && MC_NATIVE_LADDER
constant_time: same-trace-and-addresses
---*/
#include "scalar/scalar.h"

#if FIELD_HAS_MONTGOMERY_CURVES && MC_NATIVE_LADDER

#include "native/montgomery.h"

#if MC_NATIVE_X86_64
#define KERNEL MC_CONCATENATE(MC_CONCATENATE(mc_ladder_step_, MC_FIELD), _adx)

/* Without ADX. Static, for the loader binds its address before it can find others by their names. */
static void ladder_step_without_adx(mc_word *points, const mc_word *x, mc_word swap, uint32_t a24)
{
    EC(ladder_step_composed)(points, x, swap, a24);
}

MC_BIND(EC(ladder_step_native), mc_ladder_step_prime, mc_x86_64_has_adx, KERNEL, ladder_step_without_adx,
        (mc_word * points, const mc_word *x, mc_word swap, uint32_t a24), (points, x, swap, a24))
#else
void EC(ladder_step_native)(mc_word *points, const mc_word *x, mc_word swap, uint32_t a24)
{
    MC_CONCATENATE(mc_ladder_steps_, MC_FIELD)(points, x, &swap, 1, a24);
    mc_wipe(&swap, sizeof swap);
}
#endif

#endif
