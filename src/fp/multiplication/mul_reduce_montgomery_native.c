/*---
name: montgomery-native
family: fp-mul-reduce
summary: Montgomery multiplication in assembly for the processor that runs it: x86-64,
  AArch64 modulo some primes
source: native/montgomery.h
domain: any a, b below p; a b / R mod p
constant_time: same-trace-and-addresses
form: montgomery
requires: FP_NATIVE_MONTGOMERY
---*/
#include "fp/fp.h"

#if FP_NATIVE_MONTGOMERY

#include "native/montgomery.h"

void FP(mul_reduce_montgomery_native)(mc_word *r, const mc_word *a, const mc_word *b FP_M)
{
#if MC_NATIVE_PRIME
    MC_CONCATENATE(mc_montgomery_mul_, MC_FIELD)(r, a, b);
#else
    MC_X86_64_CALL(mc_montgomery_mul_, FP_WORDS, (r, a, b, FP_MODULUS->n, FP_MODULUS->minus_n_inverse));
#endif
}

#endif
