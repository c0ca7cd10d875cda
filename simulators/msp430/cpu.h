#ifndef MC_MSP430_CPU_H
#define MC_MSP430_CPU_H

#include "machine.h"

/* Runs the instruction at PC; fails with STATUS_CRASHED if there is no instruction or it accesses missing memory. */
void cpu_step(struct cpu *cpu);

#endif
