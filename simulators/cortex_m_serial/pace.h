/* The cycles of a running core, instruction by instruction, by the simulator's model (simulators/qemu/cycles.h). */
#ifndef MC_CORTEX_M_SERIAL_PACE_H
#define MC_CORTEX_M_SERIAL_PACE_H

#include <stdint.h>

/* A core, "m0plus" or "m4", before its first instruction, with a copy of its code: `bytes` from `begin` on. Returns 0
 * if no cycles are known of it. */
int pace_begin(const char *core, const uint8_t *code, uint32_t begin, uint32_t bytes);

/* The instruction at `address` is about to run. Those before it in an IT block whose condition fails need no call. */
void pace_instruction(uint32_t address);

/* It accesses memory. */
void pace_access(void);

/* The cycles since the first instruction, with all of the one that runs. */
uint64_t pace_cycles(void);

#endif
