/* A simulated AVR whose serial port is a pseudo-terminal, for boards/device: prints the terminal's name, and runs until
 * its standard input ends.
 *
 *   mc-avr-serial MCU FREQUENCY IMAGE
 *
 * Timers and serial port are those of simavr; time passes as fast as this computer can simulate it. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>

#include "failure.h"
#include "image.h"
#include "terminal.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "simavr of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

enum {
    INSTRUCTIONS_BETWEEN_LOOKS = 4096,
    DATA_SPACE = 0x800000, /* where the linker puts data addresses; flash is below */
    OTHER_SPACES_END = 0x900000,
    RAM_BEGIN = 0x100,
};

const char program_name[] = "mc-avr-serial";

struct port {
    int terminal;
    int is_ready; /* the chip takes a byte */
    avr_irq_t *input;
};

static void sent(avr_irq_t *irq, uint32_t value, void *port)
{
    (void)irq;
    terminal_put(((struct port *)port)->terminal, (uint8_t)value);
}

static void ready(avr_irq_t *irq, uint32_t value, void *port)
{
    (void)irq, (void)value;
    ((struct port *)port)->is_ready = 1;
}

static void busy(avr_irq_t *irq, uint32_t value, void *port)
{
    (void)irq, (void)value;
    ((struct port *)port)->is_ready = 0;
}

static void connect_port(avr_t *avr, struct port *port)
{
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    port->is_ready = 0;
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    port->input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent, port);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), ready, port);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), busy, port);
}

static avr_t *chip(const char *mcu, const char *frequency, const char *path)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (avr == NULL || avr_init(avr))
        fail(STATUS_USAGE, "no such MCU: %s", mcu);
    const struct memories memories = {
        .family = "AVR",
        .elf_machine = EM_AVR,
        .flash_end = avr->flashend + 1,
        .data_space = DATA_SPACE,
        .data_space_end = OTHER_SPACES_END,
        .ram_begin = RAM_BEGIN,
    };
    const struct image image = image_load(path, &memories);
    avr_loadcode(avr, image.flash, memories.flash_end, 0);
    avr->codeend = image.code_end;
    avr->frequency = (uint32_t)strtoul(frequency, NULL, 10);
    return avr;
}

int main(int argc, char **argv)
{
    static struct port port;
    uint8_t byte;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts(SIMULATOR_VERSION " " BUILD_KEY);
        return STATUS_OK;
    }
    if (argc != 4)
        fail(STATUS_USAGE, "usage: mc-avr-serial MCU FREQUENCY IMAGE");
    port.terminal = terminal_open();
    avr_t *avr = NULL;
    for (enum wish wish = RESET; wish != END; wish = terminal_wish()) {
        if (wish == RESET) { /* a new chip: simavr's own reset keeps what its port had received */
            avr = chip(argv[1], argv[2], argv[3]);
            connect_port(avr, &port);
        }
        if (port.is_ready && terminal_take(port.terminal, &byte))
            avr_raise_irq(port.input, byte);
        for (int i = 0; i < INSTRUCTIONS_BETWEEN_LOOKS; i++) {
            const int state = avr_run(avr);
            if (state == cpu_Crashed || state == cpu_Done)
                fail(STATUS_CRASHED, "the chip crashed at pc 0x%x", avr->pc);
        }
    }
    return STATUS_OK;
}
