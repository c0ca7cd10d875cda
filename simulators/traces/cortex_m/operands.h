/* The two operands of an instruction of ARMv6-M, and its group, as the model of elmo.h takes them. */
#ifndef MC_TRACES_OPERANDS_H
#define MC_TRACES_OPERANDS_H

#include <stdint.h>

enum group { ARITHMETIC, SHIFT, STORE, LOAD, MULTIPLY, GROUPS, NOT_PROFILED = GROUPS };

enum operand_kind {
    OPERAND_NONE,     /* 0 */
    OPERAND_NUMBER,   /* in the instruction */
    OPERAND_REGISTER, /* before the instruction; PC is the instruction's address + 4 */
    OPERAND_LOADED,   /* the register after a load */
    OPERAND_CELL      /* 32 bits of memory before a store */
};

struct operands {
    uint8_t group;
    struct operand {
        uint8_t kind;
        uint16_t number; /* of the register, or itself */
    } of[2];
};

struct operands operands_decode(uint16_t code);

#endif
