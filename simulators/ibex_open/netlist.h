/* The core with its netlist open: what its stages hold, changes of that, and the flip-flops that toggle. */
#ifndef MC_IBEX_OPEN_NETLIST_H
#define MC_IBEX_OPEN_NETLIST_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The parts of the core whose flip-flops are counted apart; lab/motelab/boards/ibex_open.py has their names, and the
 * list of flip-flops. */
enum { MODULES = 9 };

/* The board's name for this configuration of the core. */
const char *core_mcu(void);

/* Between two clocks: whether an instruction has just come into the decode stage. All that do are completed, in their
 * order. The one before it is in the write-back stage, or has left that. */
bool core_decodes(uint32_t *pc);

/* A register as that instruction finds it, 1 .. 31. Whether the load before it is about to write the register; then
 * core_register does not tell its value, and a change must wait until the next clock has passed. */
bool core_awaits(unsigned number);
uint32_t core_register(unsigned number);
void core_set_register(unsigned number, uint32_t value);

/* The register in the register file alone, whatever is on its way there. */
uint32_t core_file(unsigned number);
void core_set_file(unsigned number, uint32_t value);

/* Replaces the instruction in the decode stage by a whole one of 32 bits. The program counter goes on behind the
 * replaced one. */
void core_replace(uint32_t instruction);

void core_flip_flash(uint32_t address, unsigned bit);

/* Adds, for each module, the flip-flops whose value differs from that at the last call. */
void core_toggles(uint32_t counts[MODULES]);

#ifdef __cplusplus
}
#endif

#endif
