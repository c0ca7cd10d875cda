/* Encodings: AVR Instruction Set Manual (Microchip DS40002198). */
#include "opcode.h"

#include <stdbool.h>

#define BEFORE (-1)

static struct opcode access(unsigned flags, unsigned pointer, int offset)
{
    return (struct opcode){(uint16_t)(flags | OPCODE_ACCESS), (uint16_t)offset, (uint8_t)pointer};
}

/* 10q0 qqsd dddd yqqq: LDD and STD; LD Y and LD Z are the cases with q = 0. */
static struct opcode decode_displaced(uint16_t word)
{
    int q = (word >> 8 & 0x20) | (word >> 7 & 0x18) | (word & 7);
    return access(word & 0x0200 ? OPCODE_STORE : OPCODE_LOAD, word & 8 ? POINTER_Y : POINTER_Z, q);
}

/* 1001 00sd dddd mmmm: the other loads and stores, PUSH and POP. */
static struct opcode decode_indirect(uint16_t word, uint16_t next)
{
    bool store = word & 0x0200;
    unsigned flags = store ? OPCODE_STORE : OPCODE_LOAD;

    switch (word & 0xf) {
    case 0x0:
        return access(flags, POINTER_NONE, next);
    case 0x1:
        return access(flags, POINTER_Z, 0);
    case 0x2:
        return access(flags, POINTER_Z, BEFORE);
    case 0x4:
    case 0x5:
        return store ? (struct opcode){0} : access(flags | OPCODE_FLASH, POINTER_Z, 0);
    case 0x6:
    case 0x7:
        return store ? (struct opcode){0} : access(flags | OPCODE_FLASH | OPCODE_EXTENDED, POINTER_Z, 0);
    case 0x9:
        return access(flags, POINTER_Y, 0);
    case 0xa:
        return access(flags, POINTER_Y, BEFORE);
    case 0xc:
    case 0xd:
        return access(flags, POINTER_X, 0);
    case 0xe:
        return access(flags, POINTER_X, BEFORE);
    case 0xf:
        return store ? access(OPCODE_PUSH, POINTER_SP, 0) : access(0, POINTER_SP, 1);
    default:
        return (struct opcode){0};
    }
}

static unsigned flow_flags(uint16_t word)
{
    bool call = (word & 0xfe0e) == 0x940e, rcall = (word & 0xf000) == 0xd000;
    bool icall = word == 0x9509, eicall = word == 0x9519;
    bool ret = word == 0x9508, reti = word == 0x9518;

    return (call || rcall || icall || eicall ? OPCODE_CALL : 0) | (ret || reti ? OPCODE_RETURN : 0);
}

static unsigned register_flags(uint16_t word)
{
    unsigned destination = word >> 4 & 0x1f, source = (word >> 5 & 0x10) | (word & 0xf);
    bool eor = (word & 0xfc00) == 0x2400, out = (word & 0xf800) == 0xb800;
    unsigned io_address = (word >> 5 & 0x30) | (word & 0xf);

    return (eor && destination != source ? OPCODE_XOR : 0) | (out && io_address == 0x3d ? OPCODE_SP_LOW : 0) |
           (out && io_address == 0x3e ? OPCODE_SP_HIGH : 0);
}

struct opcode opcode_decode(uint16_t word, uint16_t next)
{
    if ((word & 0xd000) == 0x8000)
        return decode_displaced(word);
    if ((word & 0xfc00) == 0x9000)
        return decode_indirect(word, next);
    if (word == 0x95c8) /* LPM R0, Z */
        return access(OPCODE_LOAD | OPCODE_FLASH, POINTER_Z, 0);
    if (word == 0x95d8) /* ELPM R0, Z */
        return access(OPCODE_LOAD | OPCODE_FLASH | OPCODE_EXTENDED, POINTER_Z, 0);
    return (struct opcode){.flags = (uint16_t)(flow_flags(word) | register_flags(word))};
}
