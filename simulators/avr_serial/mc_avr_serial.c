/* A simulated AVR whose serial port is a pseudo-terminal, for boards/device: prints the terminal's name, and runs until
 * its standard input ends.
 *
 *   mc-avr-serial MCU FREQUENCY IMAGE
 *
 * Timers and serial port are those of simavr; time passes as fast as this computer can simulate it. A byte 'R' on the
 * standard input resets the chip, as a watchdog or a loose cable does. */
#define _GNU_SOURCE /* pseudo-terminals, cfmakeraw */
#include <elf.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>

#include "failure.h"
#include "image.h"

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
    const uint8_t byte = (uint8_t)value;
    if (write(((struct port *)port)->terminal, &byte, 1) != 1)
        fail(STATUS_FILE, "the terminal takes no bytes");
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

/* A pseudo-terminal without echo, whose name is printed. The other side stays open, so that it outlives its users. */
static int open_terminal(void)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
        fail(STATUS_FILE, "no pseudo-terminal");
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    struct termios mode;
    if (other < 0 || tcgetattr(other, &mode))
        fail(STATUS_FILE, "the pseudo-terminal cannot be set up");
    cfmakeraw(&mode);
    tcsetattr(other, TCSANOW, &mode);
    printf("%s\n", ptsname(terminal));
    fflush(stdout);
    return terminal;
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

enum look { GO_ON, RESET, END };

/* Moves a byte from the terminal to the chip, and says what the standard input wants. */
static enum look look_around(struct port *port)
{
    struct pollfd files[] = {{STDIN_FILENO, POLLIN, 0}, {port->terminal, POLLIN, 0}};
    uint8_t byte;
    if (poll(files, 2, 0) <= 0)
        return GO_ON;
    if (files[0].revents) {
        if (read(STDIN_FILENO, &byte, 1) != 1)
            return END;
        if (byte == 'R')
            return RESET;
    }
    if (files[1].revents & POLLIN && port->is_ready && read(port->terminal, &byte, 1) == 1)
        avr_raise_irq(port->input, byte);
    return GO_ON;
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
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts(SIMULATOR_VERSION " " BUILD_KEY);
        return STATUS_OK;
    }
    if (argc != 4)
        fail(STATUS_USAGE, "usage: mc-avr-serial MCU FREQUENCY IMAGE");
    port.terminal = open_terminal();
    avr_t *avr = NULL;
    for (enum look look = RESET; look != END; look = look_around(&port)) {
        if (look == RESET) { /* a new chip: simavr's own reset keeps what its port had received */
            avr = chip(argv[1], argv[2], argv[3]);
            connect_port(avr, &port);
        }
        for (int i = 0; i < INSTRUCTIONS_BETWEEN_LOOKS; i++) {
            const int state = avr_run(avr);
            if (state == cpu_Crashed || state == cpu_Done)
                fail(STATUS_CRASHED, "the chip crashed at pc 0x%x", avr->pc);
        }
    }
    return STATUS_OK;
}
