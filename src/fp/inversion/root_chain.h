/* The power that square roots begin with. p - 1 = 2^s q with q odd, s = FP_TWO_ADICITY; the exponent (q - 1) / 2 is
 * (p - 3) / 4 for s = 1, (p - 5) / 8 for s = 2. */
#ifndef MC_FP_ROOT_CHAIN_H
#define MC_FP_ROOT_CHAIN_H

#include "fp/inversion/chain.h"
#include MC_STRINGIFY(fp/data/MC_FIELD.h)

static const MC_FLASH chain_step root_steps[] = FP_ROOT_CHAIN;

/* r = a^((q - 1) / 2); r apart from a. */
static void power(mc_word *r, const mc_word *a)
{
    mc_word registers[FP_ROOT_CHAIN_REGISTERS][FP_WORDS];
    FP(copy)(registers[0], a);
    chain_power(registers, root_steps, sizeof root_steps / sizeof *root_steps);
    FP(copy)(r, registers[0]);
    mc_wipe(registers, sizeof registers);
}

#endif
