/* The properties of an instruction that the meter needs, decoded once per flash word so that stepping stays fast. */
#ifndef MC_SIMAVR_OPCODE_H
#define MC_SIMAVR_OPCODE_H

#include <stdint.h>
#include <simavr/sim_avr.h>

enum {
    OPCODE_LOAD = 1 << 0,     /* LD, LDD, LDS, LPM, ELPM */
    OPCODE_STORE = 1 << 1,    /* ST, STD, STS */
    OPCODE_XOR = 1 << 2,      /* EOR of two different registers; EOR of one with itself is CLR */
    OPCODE_ACCESS = 1 << 3,   /* has a data or flash address: loads, stores, PUSH, POP */
    OPCODE_FLASH = 1 << 4,    /* the address is one of flash */
    OPCODE_EXTENDED = 1 << 5, /* RAMPZ extends the address */
    OPCODE_PUSH = 1 << 6,
    OPCODE_CALL = 1 << 7,
    OPCODE_RETURN = 1 << 8,
    OPCODE_SP_LOW = 1 << 9, /* OUT to the low or the high byte of the stack pointer */
    OPCODE_SP_HIGH = 1 << 10,
    OPCODE_MOVES_STACK = OPCODE_PUSH | OPCODE_CALL | OPCODE_SP_LOW | OPCODE_SP_HIGH,
};

/* Data addresses of the register pairs that point; all are little-endian pairs of bytes. */
enum { POINTER_NONE = 0, POINTER_X = 26, POINTER_Y = 28, POINTER_Z = 30, POINTER_SP = 0x5d };

struct opcode {
    uint16_t flags;
    uint16_t offset; /* address = pointer + offset modulo 2^16 */
    uint8_t pointer;
};

/* Stack pointer: the data address below the last byte pushed. */
static inline uint16_t stack_pointer(const avr_t *avr)
{
    return (uint16_t)(avr->data[POINTER_SP] | avr->data[POINTER_SP + 1] << 8);
}

/* Address that an instruction with OPCODE_ACCESS is about to access. */
static inline uint32_t access_address(const avr_t *avr, const struct opcode *opcode)
{
    uint32_t pointer = opcode->pointer == POINTER_NONE
                           ? 0u
                           : (uint32_t)(avr->data[opcode->pointer] | avr->data[opcode->pointer + 1] << 8);
    uint32_t address = (pointer + opcode->offset) & 0xffff;
    return opcode->flags & OPCODE_EXTENDED ? address | (uint32_t)avr->data[avr->rampz] << 16 : address;
}

/* Decodes the instruction that begins with `word`; `next` is the flash word after it. Words that are no instruction
 * get no flags: the simulator reports them when they run. */
struct opcode opcode_decode(uint16_t word, uint16_t next);

#endif
