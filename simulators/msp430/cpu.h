#ifndef MC_MSP430_CPU_H
#define MC_MSP430_CPU_H

#include "machine.h"

/* Runs the instruction at PC; fails with STATUS_CRASHED at one that is none or accesses what is not there. */
void cpu_step(struct cpu *cpu);

#endif
