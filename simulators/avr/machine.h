/* The simulated MCU: the image in its flash, firmware I/O, stepping, and the watch over its stack. */
#ifndef MC_SIMAVR_MACHINE_H
#define MC_SIMAVR_MACHINE_H

#include "image.h"
#include "meter.h"
#include "profile.h"

/* Firmware I/O through bytes of extended I/O space that the ATmega128 reserves. */
enum { IO_OUTPUT = 0xfb, IO_EXIT = 0xfc, IO_INPUT = 0xfd };

struct bytes {
    uint8_t *data;
    size_t count, capacity;
};

struct machine {
    avr_t *avr;
    struct image image;
    struct opcode *opcodes; /* one per flash word */
    struct bytes input;
    size_t input_used;
    struct bytes output;
    int exit_code;    /* -1 while running */
    unsigned half_sp; /* OPCODE_SP_LOW or _HIGH after one half of SP was written and not yet the other */
    uint64_t max_cycles;
    struct meter meter;
    struct profile *profile; /* or NULL */
};

/* Makes the MCU and loads the image into it; fails with STATUS_USAGE or STATUS_IMAGE. */
void machine_open(struct machine *machine, const char *mcu, uint32_t frequency_hz, const char *image_path);

/* Runs until the image writes an exit code; fails with the cause if it cannot. */
void machine_run(struct machine *machine);

void bytes_append(struct bytes *bytes, uint8_t value);

#endif
