/*---
name: montgomery-native
family: fp-sqr-reduce
summary: Montgomery squaring in assembly for the processor that runs it: x86-64,
  AArch64 modulo some primes
source: native/montgomery.h
domain: any a below p; a^2 / R mod p
constant_time: same-trace-and-addresses
form: montgomery
requires: FP_NATIVE_MONTGOMERY
---*/
#include "fp/fp.h"

#if FP_NATIVE_MONTGOMERY

#include "native/montgomery.h"

void FP(sqr_reduce_montgomery_native)(mc_word *r, const mc_word *a FP_M)
{
#if MC_NATIVE_PRIME
    MC_CONCATENATE(mc_montgomery_sqr_, MC_FIELD)(r, a);
#else
    MC_X86_64_CALL(mc_montgomery_sqr_, FP_WORDS, (r, a, FP_MODULUS->n, FP_MODULUS->minus_n_inverse));
#endif
}

#endif
