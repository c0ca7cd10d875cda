#ifndef MC_MSP430_CPUX_H
#define MC_MSP430_CPUX_H

#include "machine.h"

/* Runs an instruction that CPUX alone has, of which `word` is the first; false if that begins none of those known. */
bool cpux_step(struct cpu *cpu, uint16_t word);

#endif
