/* Powers by an addition chain of the exponent, which codegen/addition_chains.py writes for each prime. */
#ifndef MC_FP_CHAIN_H
#define MC_FP_CHAIN_H

#include "fp/fp.h"

/* registers[result] = registers[start]^(2^squarings) registers[factor]; no product if factor = result. */
typedef struct {
    uint16_t squarings;
    uint8_t start, factor, result;
} chain_step;

/* Register 0 = the power of register 0 that the steps compute. The exponent is public: so is the trace. */
static void chain_power(mc_word (*registers)[FP_WORDS], const MC_FLASH chain_step *step, uint8_t steps)
{
    for (; steps-- > 0; step++) {
        /* avr-gcc 5.4 would read the next step early, and from RAM instead of flash. */
        __asm__("" : "+r"(step));
        mc_word *result = registers[step->result];
        if (step->start != step->result)
            FP(copy)(result, registers[step->start]);
        for (uint16_t i = step->squarings; i > 0; i--)
            fp_sqr(result, result);
        if (step->factor != step->result)
            fp_mul(result, result, registers[step->factor]);
    }
}

#endif
