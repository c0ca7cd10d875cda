/*---
name: native
family: fp-mul-reduce
summary: multiplication in assembly for the processor that runs it, x86-64 or AArch64, modulo 2^255 - 19
source: native/montgomery.h
domain: any a, b below p
constant_time: same-trace-and-addresses
form: plain
requires: MC_NATIVE_MODULAR
---*/
#include "fp/fp.h"

#if MC_NATIVE_MODULAR

#include "native/montgomery.h"

void FP(mul_reduce_native)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
    MC_CONCATENATE(mc_modular_mul_, MC_FIELD)(r, a, b);
}

#endif
