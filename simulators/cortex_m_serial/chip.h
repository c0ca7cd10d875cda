/* Chips as far as the bench on them (boards/device) needs them: memories, a serial port, timers, and clocks that are
 * ready at once. */
#ifndef MC_CORTEX_M_SERIAL_CHIP_H
#define MC_CORTEX_M_SERIAL_CHIP_H

#include <stdint.h>

#include "clocks.h"

/* A register whose bits, or some of them, are 1 whatever is written: an oscillator is stable, a reset is done. */
struct ready {
    uint32_t address, bits;
};

/* A serial port: registers with a bit that tells of a byte that came, or that one may be sent. */
struct port {
    uint32_t input_status, has_byte;
    uint32_t output_status, is_free;
    int has_negated_bits; /* both bits are 1 if not so; then the status is otherwise 0 */
    uint32_t input, output;
};

/* A timer that counts the core's clock, one for so many cycles, without end. */
struct timer {
    uint32_t address, cycles;
};

struct chip {
    const char *name; /* of its folder in boards/device */
    uint32_t code_begin, code_bytes;
    uint32_t ram_begin, ram_bytes;
    int begins_with_code; /* it starts at its first address, else by the vectors there */
    struct port port;
    struct timer timer;
    struct rates (*rates)(written_value *written);
    uint32_t waits, wait_bits; /* a register whose bits are the wait states of the flash, if there are some */
    struct ready ready[6];
};

/* The chip of a name, or NULL. */
const struct chip *chip_named(const char *name);

#endif
