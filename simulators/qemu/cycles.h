/* The cycles of an instruction on a Cortex-M with memories without wait states. */
#ifndef MC_QEMU_CYCLES_H
#define MC_QEMU_CYCLES_H

#include "thumb.h"

struct core;

/* The core of a name, "m0plus" or "m4"; NULL if there is none. */
const struct core *cycles_core(const char *name);

/* Cycles of an instruction: `cycles` always, `taken` more if a branch is taken, and `access` more for each memory
 * access by an instruction with a condition. */
struct cycles {
    unsigned cycles, taken, access;
};

/* Cycles after the instruction `last`; `has_condition` is set inside an IT block. Fails with STATUS_IMAGE if the time
 * of the instruction is not known. */
struct cycles cycles_of(const struct core *core, const struct thumb *last, const struct thumb *instruction,
                        bool has_condition, uint32_t address);

#endif
