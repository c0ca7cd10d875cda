/* The registers that an instruction of Thumb writes, and the multiplier's operands. */
#ifndef MC_TRACES_EFFECT_H
#define MC_TRACES_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

enum { NO_OPERAND = 0xff };

struct effect {
    uint16_t written;      /* a bit for each of R0 to R12 and LR; the stack pointer, the program counter, and the return
                              address of a call are left out */
    uint8_t first, second; /* the multiplier's operands; NO_OPERAND for other instructions */
    uint8_t bytes;
    bool is_call;
};

struct effect effect_decode(uint16_t first, uint16_t second);

#endif
