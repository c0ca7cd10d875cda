/* The registers that an instruction of an AVR writes, decoded once per word of flash. */
#ifndef MC_TRACES_EFFECT_H
#define MC_TRACES_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

enum { NO_OPERAND = 0xff };

struct effect {
    uint32_t written;      /* a bit for each of the 32 registers */
    uint8_t first, second; /* the multiplier's operands; NO_OPERAND for other instructions */
};

struct effect effect_decode(uint16_t word);

#endif
