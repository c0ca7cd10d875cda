/* The cycles of an instruction of RV32IMC on a core that issues one at a time, in order, with memories that answer
 * without waits; docs/boards/esp32c3.md states the rules. */
#ifndef MC_QEMU_RISCV_CYCLES_H
#define MC_QEMU_RISCV_CYCLES_H

#include "riscv.h"

struct riscv_core;

/* The core of a name, "esp32c3"; NULL if there is none. */
const struct riscv_core *riscv_cycles_core(const char *name);

/* Cycles of an instruction after one that loaded the registers `loaded`. Fails with STATUS_IMAGE if the time of the
 * instruction is not known. */
unsigned riscv_cycles_of(const struct riscv_core *core, uint32_t loaded, const struct riscv *instruction,
                         uint32_t address);

/* Cycles that it takes more if it is a branch and is taken. */
unsigned riscv_cycles_if_taken(const struct riscv_core *core, const struct riscv *instruction);

#endif
