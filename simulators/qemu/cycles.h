/* The cycles of an instruction on a Cortex-M, with memories without wait states; docs/cortex-m-cycles.md states the
 * rules. */
#ifndef MC_QEMU_CYCLES_H
#define MC_QEMU_CYCLES_H

#include "thumb.h"

struct core;

/* The core of a name, "m0plus" or "m4"; NULL if there is none. */
struct core *cycles_core(const char *name);

/* Whether makers of chips choose the cycles of the core's multiplication; then it takes `cycles` from now on. */
bool cycles_set_multiplier(struct core *core, unsigned cycles);

/* The instructions before the next one, as far as its time depends on them: none at first, and after a branch. */
struct history {
    struct thumb last;
    unsigned took_several;   /* bit i: the instruction 1 + i before took several cycles */
    unsigned were_unaligned; /* bit i: it is 32 bits wide at an address that is no multiple of 4 */
};

/* Cycles of an instruction: `cycles` always, `taken` more if a branch is taken, and `access` more for each memory
 * access by an instruction with a condition. */
struct cycles {
    unsigned cycles, taken, access;
};

/* Cycles of the instruction after `history`, to which it is added; `has_condition` is set inside an IT block. Fails
 * with STATUS_IMAGE if the time of the instruction is not known. */
struct cycles cycles_of(const struct core *core, struct history *history, const struct thumb *instruction,
                        bool has_condition, uint32_t address);

/* Whether the instruction names the address that it jumps to: B, B<c>, BL, CBZ, CBNZ. */
bool cycles_jumps_to_label(const struct thumb *instruction);

/* Cycles that such a jump takes more if it leads to this instruction. */
unsigned cycles_as_target(const struct core *core, const struct thumb *instruction, uint32_t address);

#endif
