/* The simulated MCU: the image in its flash, firmware I/O, stepping, and the watch over its stack. */
#ifndef MC_SIMAVR_MACHINE_H
#define MC_SIMAVR_MACHINE_H

#include <simavr/sim_avr.h>

#include "opcode.h"
#include "session.h"

/* Firmware I/O through bytes of extended I/O space that the ATmega128 reserves. */
enum { IO_OUTPUT = 0xfb, IO_EXIT = 0xfc, IO_INPUT = 0xfd };

struct machine {
    avr_t *avr;
    struct session session;
    struct opcode *opcodes; /* one per flash word */
    unsigned half_sp;       /* OPCODE_SP_LOW or _HIGH after one half of SP was written and not yet the other */
};

/* Makes the MCU that the session's options name and loads their image into it; fails with STATUS_USAGE or
 * STATUS_IMAGE. */
void machine_open(struct machine *machine);

/* Runs until the image writes an exit code; fails with the cause if it cannot. */
void machine_run(struct machine *machine);

#endif
