/* A mote's processor: one of the simulated MCUs, which talks with its mote through the mailbox. */
#ifndef MC_NETWORK_PROCESSOR_H
#define MC_NETWORK_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

struct mote;
struct generator;

/* The largest use of RAM so far, in bytes. */
struct depth {
    uint32_t stack, task_stack;
};

struct processor {
    const struct processor_kind *kind;
    void *machine;
};

struct processor_kind {
    const char *mcu;
    /* Makes the MCU with the image in its flash; fails with STATUS_USAGE or STATUS_IMAGE. */
    void *(*open)(struct mote *mote, const char *mcu, uint32_t frequency_hz, const char *image);
    /* Switches it on: registers are cleared, RAM holds what the generator gives. */
    void (*reset)(void *machine, struct generator *noise);
    /* Runs until it has spent so many cycles or sleeps; fails with the cause if it cannot. An instruction that begins
     * before that ends after it. */
    void (*run)(void *machine, uint64_t cycles, const bool *asleep);
    /* Cycles that it spent since it was made; asleep it spends none. */
    uint64_t (*cycles)(const void *machine);
    struct depth (*depth)(const void *machine);
};

extern const struct processor_kind processor_avr, processor_msp430;

#endif
