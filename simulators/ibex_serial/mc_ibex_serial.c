/* A simulated Ibex core whose serial port is a pseudo-terminal, for boards/device: prints the terminal's name, and runs
 * until its standard input ends.
 *
 *   mc-ibex-serial IMAGE
 *
 * Core and memories are those of mc-ibex. The port has the registers of the one in lowRISC's ibex-demo-system (its
 * documentation, and the driver uart_ibex.c of Zephyr), at the same address. Time passes as fast as this computer can
 * simulate it. */
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "core.h"
#include "failure.h"
#include "image.h"
#include "terminal.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-ibex-serial of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

enum { RECEIVED = 0x80001000, SENT = 0x80001004, STATUS = 0x80001008 };
enum { RECEIVED_NOTHING = 1 }; /* of STATUS; bit 1, that nothing can be sent, is never set */
/* A byte comes ten times as fast as at 115,200 bits a second and 50 MHz: the simulation is slow. */
enum { BYTE_CYCLES = 434, CYCLES_BETWEEN_LOOKS = 1 << 14 };

const char program_name[] = "mc-ibex-serial";

struct port {
    int terminal;
    int has_byte;
    uint8_t byte;
    uint64_t next; /* the cycle in which the next byte can have come */
};

static void look(struct port *port, uint64_t cycle)
{
    if (port->has_byte || cycle < port->next)
        return;
    port->has_byte = terminal_take(port->terminal, &port->byte);
    port->next = cycle + BYTE_CYCLES;
}

static void access_outside(struct port *port, const struct outside *access, uint64_t cycle)
{
    if (access->is_store && access->address == SENT) {
        terminal_put(port->terminal, (uint8_t)access->value);
    } else if (!access->is_store && access->address == STATUS) {
        look(port, cycle);
        core_input(port->has_byte ? 0 : RECEIVED_NOTHING);
    } else if (!access->is_store && access->address == RECEIVED) {
        core_input(port->byte);
        port->has_byte = 0;
    } else {
        fail(STATUS_CRASHED, "an access to 0x%x, where there is nothing (pc 0x%x)", access->address, access->pc);
    }
}

static void run_cycle(struct port *port, uint64_t cycle, uint32_t code_end)
{
    struct outside access;
    struct retired retired;
    if (core_outside(&access))
        access_outside(port, &access, cycle);
    if (core_clock(&retired) && (retired.is_trap || retired.next_pc >= code_end))
        fail(STATUS_CRASHED, "the core left the code at pc 0x%x", retired.pc);
    if (core_sleeps())
        fail(STATUS_CRASHED, "the core sleeps for ever");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts(SIMULATOR_VERSION " " BUILD_KEY);
        return STATUS_OK;
    }
    if (argc != 2)
        fail(STATUS_USAGE, "usage: mc-ibex-serial IMAGE");
    const struct memories memories = {
        .family = "RISC-V",
        .elf_machine = EM_RISCV,
        .flash_end = FLASH_BYTES,
        .data_space = RAM_BEGIN,
        .data_space_end = RAM_BEGIN + RAM_BYTES,
    };
    const struct image image = image_load(argv[1], &memories);
    const int terminal = terminal_open();
    struct port port;
    uint64_t cycle = 0;
    for (enum wish wish = RESET; wish != END; wish = terminal_wish()) {
        if (wish == RESET) {
            core_open(image.flash);
            port = (struct port){.terminal = terminal};
        }
        for (uint64_t end = cycle + CYCLES_BETWEEN_LOOKS; cycle < end; cycle++)
            run_cycle(&port, cycle, image.code_end);
    }
    return STATUS_OK;
}
