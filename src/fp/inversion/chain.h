/* Powers by an addition chain of the exponent, which codegen/addition_chains.py writes for each prime. */
#ifndef MC_FP_CHAIN_H
#define MC_FP_CHAIN_H

#include "fp/fp.h"

/* r = r^(2^count), unless the file that includes this has a faster way. */
#ifndef CHAIN_SQUARINGS
#define CHAIN_SQUARINGS(r, count)                                                                                      \
    for (uint16_t i = (count); i > 0; i--)                                                                             \
    fp_sqr(r, r)
#endif

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
        CHAIN_SQUARINGS(result, step->squarings);
        if (step->factor != step->result)
            fp_mul(result, result, registers[step->factor]);
    }
}

#if MC_HAS_DATA_CACHE
/* The same for `count` numbers, each with so many registers. Their chains overlap in processors that execute several
 * instructions at a time. */
__attribute__((unused)) static void chain_power_each(mc_word *numbers, uint8_t count, uint8_t registers,
                                                     const chain_step *step, uint8_t steps)
{
    const size_t words = (size_t)registers * FP_WORDS, all = count * words;
    for (; steps-- > 0; step++) {
        mc_word *result = numbers + step->result * FP_WORDS;
        const mc_word *start = numbers + step->start * FP_WORDS, *factor = numbers + step->factor * FP_WORDS;
        for (size_t at = 0; at < all; at += words)
            FP(copy)(result + at, start + at);
        for (uint16_t i = step->squarings; i > 0; i--)
            for (size_t at = 0; at < all; at += words)
                fp_sqr(result + at, result + at);
        for (size_t at = 0; at < all && factor != result; at += words)
            fp_mul(result + at, result + at, factor + at);
    }
}
#endif

#endif
