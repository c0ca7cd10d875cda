/*---
name: native
family: fp-add
summary: addition in assembly for the processor that runs it: x86-64, AArch64 modulo some primes
source: native/montgomery.h
domain: any a, b below p
constant_time: same-trace-and-addresses
requires: FP_NATIVE_MONTGOMERY
---*/
#include "fp/fp.h"

#if FP_NATIVE_MONTGOMERY

#include "native/montgomery.h"

void FP(add_native)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
#if MC_NATIVE_X86_64
    MC_X86_64_CALL(mc_modular_add_, FP_WORDS, (r, a, b, FP_MODULUS->n));
#else
    MC_CONCATENATE(mc_modular_add_, MC_FIELD)(r, a, b);
#endif
}

#endif
