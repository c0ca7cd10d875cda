/* How many cycles an instruction takes on a Cortex-M with memories without wait states. */
#ifndef MC_QEMU_CYCLES_H
#define MC_QEMU_CYCLES_H

#include "thumb.h"

struct core;

/* The core of a name, "m0plus" or "m4"; NULL if there is none. */
const struct core *cycles_core(const char *name);

/* Cycles of an instruction: `cycles` always, `taken` more where a branch leads elsewhere than to the next instruction,
 * and `access` more for each access of memory by an instruction with a condition. */
struct cycles {
    unsigned cycles, taken, access;
};

/* Cycles after the instruction `last`; of an instruction in an IT block with `has_condition`. Fails with STATUS_IMAGE
 * for one whose time is not known. */
struct cycles cycles_of(const struct core *core, const struct thumb *last, const struct thumb *instruction,
                        bool has_condition, uint32_t address);

#endif
