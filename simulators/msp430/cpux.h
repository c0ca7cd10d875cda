#ifndef MC_MSP430_CPUX_H
#define MC_MSP430_CPUX_H

#include "machine.h"

/* Runs an instruction that CPUX alone has; `word` is its first word. Returns false if that begins no known
   instruction. */
bool cpux_step(struct cpu *cpu, uint16_t word);

/* Words of an instruction that CPUX alone has; 1 for all others. */
unsigned cpux_words(uint16_t word);

#endif
