/* The core that Verilator has translated, between its memories: a clock, and what it has done. */
#ifndef MC_IBEX_CORE_H
#define MC_IBEX_CORE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    FLASH_BYTES = 256 << 10, /* from 0 on */
    RAM_BEGIN = 0x20000000,
    RAM_BYTES = 64 << 10,
};

/* An instruction that the core has completed, or that has raised an exception. */
struct retired {
    uint32_t pc, next_pc, instruction;
    uint32_t address; /* that it loaded from or stored to, if it did */
    uint32_t result;  /* for register `destination`; 0 for none */
    uint8_t destination;
    bool is_trap;
};

/* An access outside the memories that the core is about to make. */
struct outside {
    uint32_t pc, address, value; /* value: of a store */
    bool is_store;
};

/* Resets the core, with this flash of FLASH_BYTES. Execution begins at 0x80. */
void core_open(const uint8_t *flash);

/* Its RAM, RAM_BYTES of a little-endian computer. */
uint8_t *core_ram(void);

/* Runs one clock cycle; whether an instruction was completed in it. */
bool core_clock(struct retired *retired);

/* Whether the next clock makes an access outside the memories; core_input gives the byte that such a load gets. */
bool core_outside(struct outside *access);
void core_input(uint8_t byte);

/* Whether it waits for an interrupt, of which there are none. */
bool core_sleeps(void);

#ifdef __cplusplus
}
#endif

#endif
