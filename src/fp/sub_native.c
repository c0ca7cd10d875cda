/*---
name: native
family: fp-sub
summary: subtraction in assembly for the processor that runs it, x86-64
source: native/x86_64/montgomery.h
domain: any a, b below p
constant_time: same-trace-and-addresses
requires: FP_NATIVE_MONTGOMERY
---*/
#include "fp/fp.h"

#if FP_NATIVE_MONTGOMERY

#include "native/x86_64/montgomery.h"

void FP(sub_native)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    MC_X86_64_CALL(mc_modular_sub_, FP_WORDS, (r, a, b, FP_MODULUS->n));
}

#endif
