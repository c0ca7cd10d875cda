/* Encodings: ARMv6-M Architecture Reference Manual, DDI 0419, A5.2. Groups, and which operand is the first: those with
 * which the coefficients were fitted (McCann and others, USENIX Security 2017, and the emulator that came with it).
 * What has no row was not profiled: shifts by a number, ADC, SBC, BIC, MVN, sign extensions, several registers,
 * branches. */
#include "operands.h"

#include <stddef.h>

enum { STACK_POINTER = 13 };

enum place {
    REGISTER_0, /* from bit 0: three bits; the others alike */
    REGISTER_3,
    REGISTER_6,
    REGISTER_8,
    ANY_0,         /* four bits: 7, and 2 to 0 */
    ANY_3,         /* four bits */
    POINTER,       /* the stack pointer */
    NUMBER_6,      /* three bits */
    NUMBER_8_BITS, /* from bit 0 */
    WORDS_7_BITS,  /* four times that */
    LOADED_0,
    LOADED_8,
    CELL
};

struct form {
    uint16_t mask, code;
    uint8_t group, first, second;
};

static const struct form forms[] = {
    {0xfe00, 0x1800, ARITHMETIC, REGISTER_3, REGISTER_6},    /* ADDS */
    {0xfe00, 0x1a00, ARITHMETIC, REGISTER_3, REGISTER_6},    /* SUBS */
    {0xffc0, 0x1c00, ARITHMETIC, REGISTER_0, REGISTER_3},    /* ADDS with 0, a move */
    {0xfe00, 0x1c00, ARITHMETIC, REGISTER_3, NUMBER_6},      /* ADDS */
    {0xfe00, 0x1e00, ARITHMETIC, REGISTER_3, NUMBER_6},      /* SUBS */
    {0xe000, 0x2000, ARITHMETIC, REGISTER_8, NUMBER_8_BITS}, /* MOVS, CMP, ADDS, SUBS */
    {0xff80, 0x4000, ARITHMETIC, REGISTER_0, REGISTER_3},    /* ANDS, EORS */
    {0xff80, 0x4080, SHIFT, REGISTER_0, REGISTER_3},         /* LSLS, LSRS */
    {0xffc0, 0x41c0, SHIFT, REGISTER_0, REGISTER_3},         /* RORS */
    {0xffc0, 0x4280, ARITHMETIC, REGISTER_0, REGISTER_3},    /* CMP */
    {0xffc0, 0x4300, ARITHMETIC, REGISTER_0, REGISTER_3},    /* ORRS */
    {0xffc0, 0x4340, MULTIPLY, REGISTER_0, REGISTER_3},      /* MULS */
    {0xff00, 0x4400, ARITHMETIC, ANY_0, ANY_3},              /* ADD */
    {0xff00, 0x4500, ARITHMETIC, ANY_0, ANY_3},              /* CMP */
    {0xff00, 0x4600, ARITHMETIC, ANY_0, ANY_3},              /* MOV */
    {0xff80, 0xb080, ARITHMETIC, POINTER, WORDS_7_BITS},     /* SUB of SP */
    {0xf800, 0x4800, LOAD, REGISTER_8, LOADED_8},            /* LDR of PC */
    {0xf800, 0x9800, LOAD, REGISTER_8, LOADED_8},            /* LDR of SP */
    {0xf800, 0x6800, LOAD, REGISTER_0, LOADED_0},            /* LDR */
    {0xf800, 0x7800, LOAD, REGISTER_0, LOADED_0},            /* LDRB */
    {0xf800, 0x8800, LOAD, REGISTER_0, LOADED_0},            /* LDRH */
    {0xfc00, 0x5800, LOAD, REGISTER_0, LOADED_0},            /* LDR, LDRH of two registers */
    {0xfe00, 0x5c00, LOAD, REGISTER_0, LOADED_0},            /* LDRB of two registers */
    {0xf800, 0x9000, STORE, CELL, REGISTER_8},               /* STR of SP */
    {0xf800, 0x6000, STORE, CELL, REGISTER_0},               /* STR */
    {0xf800, 0x7000, STORE, CELL, REGISTER_0},               /* STRB */
    {0xf800, 0x8000, STORE, CELL, REGISTER_0},               /* STRH */
    {0xfc00, 0x5000, STORE, CELL, REGISTER_0},               /* STR, STRH of two registers */
    {0xfe00, 0x5400, STORE, CELL, REGISTER_0},               /* STRB of two registers */
};

static struct operand operand_at(uint16_t code, enum place place)
{
    switch (place) {
    case REGISTER_0:
        return (struct operand){OPERAND_REGISTER, code & 7};
    case REGISTER_3:
        return (struct operand){OPERAND_REGISTER, code >> 3 & 7};
    case REGISTER_6:
        return (struct operand){OPERAND_REGISTER, code >> 6 & 7};
    case REGISTER_8:
        return (struct operand){OPERAND_REGISTER, code >> 8 & 7};
    case ANY_0:
        return (struct operand){OPERAND_REGISTER, (code & 7) | (code >> 4 & 8)};
    case ANY_3:
        return (struct operand){OPERAND_REGISTER, code >> 3 & 15};
    case POINTER:
        return (struct operand){OPERAND_REGISTER, STACK_POINTER};
    case NUMBER_6:
        return (struct operand){OPERAND_NUMBER, code >> 6 & 7};
    case NUMBER_8_BITS:
        return (struct operand){OPERAND_NUMBER, code & 0xff};
    case WORDS_7_BITS:
        return (struct operand){OPERAND_NUMBER, (code & 0x7f) << 2};
    case LOADED_0:
        return (struct operand){OPERAND_LOADED, code & 7};
    case LOADED_8:
        return (struct operand){OPERAND_LOADED, code >> 8 & 7};
    case CELL:
        return (struct operand){OPERAND_CELL, 0};
    }
    return (struct operand){OPERAND_NONE, 0};
}

struct operands operands_decode(uint16_t code)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if ((code & forms[i].mask) == forms[i].code)
            return (struct operands){forms[i].group,
                                     {operand_at(code, forms[i].first), operand_at(code, forms[i].second)}};
    return (struct operands){NOT_PROFILED, {{OPERAND_NONE, 0}, {OPERAND_NONE, 0}}};
}
