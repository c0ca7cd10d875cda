/* A simulated processor whose every instruction tells which bits it handles. */
#ifndef MC_TRACES_CORE_H
#define MC_TRACES_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "profile.h"
#include "session.h"

/* The value of one instruction: bits that are set in registers and memory cells that it writes and in operands of the
 * multiplier, or bits that change in them. Addresses, flags, fetched code and the stack of return addresses are left
 * out. A voltage by measured coefficients (cortex_m/elmo.h). Toggles: flip-flops of a netlist that change from the
 * completion of the instruction before to its own. */
enum model { MODEL_WEIGHT, MODEL_DISTANCE, MODEL_ELMO, MODEL_TOGGLES };

struct follower;

struct core {
    const char *name;
    /* The machine of the session's options, with its image; it lives until the program ends. */
    struct session *(*open)(const struct options *options);
    /* Runs the image from reset to its exit, or until the follower has enough; fails as the simulators do. */
    void (*run)(struct follower *follower);
    uint8_t *(*data)(uint32_t address);          /* a byte of RAM; NULL outside */
    void (*read_coefficients)(const char *path); /* of MODEL_ELMO; NULL for a core that has no such model */
    bool has_toggles;
};

/* The cores of this program, up to NULL. */
extern const struct core *const cores[];

/* Bits that are set. */
extern const uint8_t ones_of_byte[256];

static inline uint32_t ones(uint32_t value)
{
    return (uint32_t)ones_of_byte[value & 255] + ones_of_byte[value >> 8 & 255] + ones_of_byte[value >> 16 & 255] +
           ones_of_byte[value >> 24];
}

#endif
