/* A simulated MSP430 whose serial port is a pseudo-terminal, for boards/device: prints the terminal's name, and runs
 * until its standard input ends.
 *
 *   mc-msp430-serial MCU IMAGE
 *
 * CPU and multiplier are those of mc-msp430; time passes as fast as this computer can simulate it. */
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "chip.h"
#include "failure.h"
#include "image.h"
#include "terminal.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-msp430-serial of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

enum { INSTRUCTIONS_BETWEEN_LOOKS = 2048 };

const char program_name[] = "mc-msp430-serial";

static struct image image_for(const struct mcu *mcu, const char *path)
{
    const struct memories memories = {
        .family = "MSP430",
        .elf_machine = EM_MSP430,
        .flash_begin = mcu->flash_begin,
        .flash_end = mcu->flash_end,
        .data_space_end = mcu->ram_end,
        .ram_begin = mcu->ram_begin,
    };
    return image_load(path, &memories);
}

static void run(struct chip *chip, uint32_t code_end)
{
    for (int i = 0; i < INSTRUCTIONS_BETWEEN_LOOKS; i++) {
        chip_step(chip);
        if (chip->cpu.registers[PC] >= code_end)
            fail(STATUS_CRASHED, "the CPU left the code at pc 0x%x", chip->cpu.at);
    }
}

int main(int argc, char **argv)
{
    static struct chip chip;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts(SIMULATOR_VERSION " " BUILD_KEY);
        return STATUS_OK;
    }
    if (argc != 3)
        fail(STATUS_USAGE, "usage: mc-msp430-serial MCU IMAGE");
    chip.cpu.mcu = mcu_find(argv[1]);
    if (chip.cpu.mcu == NULL)
        fail(STATUS_USAGE, "no such MCU: %s", argv[1]);
    const struct image image = image_for(chip.cpu.mcu, argv[2]);
    chip.cpu.memory = image.flash;
    chip.uart.terminal = terminal_open();
    for (enum wish wish = RESET; wish != END; wish = terminal_wish()) {
        if (wish == RESET)
            chip_reset(&chip);
        uart_look(&chip.uart, chip.cpu.cycle);
        run(&chip, image.code_end);
    }
    return STATUS_OK;
}
