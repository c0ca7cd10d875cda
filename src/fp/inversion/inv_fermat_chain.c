/*---
name: fermat-chain
family: fp-inv
summary: a^(p-2) by an addition chain of the exponent: the squarings, and few multiplications
source: Fermat's little theorem; Itoh and Tsujii 1988 for runs of ones; hac Algorithm 14.85 for windows
domain: any a below p, in the form that the field has; the inverse of 0 is 0
constant_time: same-trace-and-addresses
requires: !defined(FP_RUNTIME_MODULUS)
uses: fp-mul-reduce, fp-sqr-reduce
---*/
#include "fp/fp.h"

#ifndef FP_RUNTIME_MODULUS

#include "fp/inversion/chain.h"
#include MC_STRINGIFY(fp/data/MC_FIELD.h)

static const MC_FLASH chain_step steps[] = FP_INVERSION_CHAIN;

void FP(inv_fermat_chain)(mc_word *r, const mc_word *a)
{
    mc_word registers[FP_INVERSION_CHAIN_REGISTERS][FP_WORDS];
    FP(copy)(registers[0], a);
    chain_power(registers, steps, sizeof steps / sizeof *steps);
    FP(copy)(r, registers[0]);
    mc_wipe(registers, sizeof registers);
}

#endif
