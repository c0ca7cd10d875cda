/* The registers of a running chip: its serial port on the pseudo-terminal, timers, clocks, and the core's counters. */
#ifndef MC_CORTEX_M_SERIAL_REGISTERS_H
#define MC_CORTEX_M_SERIAL_REGISTERS_H

#include "chip.h"

/* A chip after a reset, with its port on a pseudo-terminal (simulators/serial). Its clock must be `clock_hz` when it
 * sends its first byte, without wait states of the flash, and the port's 115,200 bits a second, to 2 per cent each. */
void registers_begin(const struct chip *chip, int terminal, double clock_hz);

uint32_t registers_read(uint32_t address);
void registers_write(uint32_t address, uint32_t value);

/* Whether the chip has looked for a byte for long, and none came. */
int registers_idle(void);

#endif
