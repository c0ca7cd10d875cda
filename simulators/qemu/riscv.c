#include "riscv.h"

#include <stdbool.h>

#include "opcode.h"

enum { RA = 1, SP = 2, MARK = 0xfe212e23 /* sw sp, -4(sp) */ };

/* Major opcodes: bits 0 to 6 of an instruction of 32 bits (table 24.1). */
enum {
    LOAD = 0x03,
    MISC_MEM = 0x0f,
    OP_IMM = 0x13,
    AUIPC = 0x17,
    STORE = 0x23,
    OP = 0x33,
    LUI = 0x37,
    BRANCH = 0x63,
    JALR = 0x67,
    JAL = 0x6f,
    SYSTEM = 0x73
};

static bool is_compressed(uint32_t word)
{
    return (word & 3) != 3;
}

uint32_t riscv_bytes(uint32_t word)
{
    return is_compressed(word) ? 2 : 4;
}

/* JAL and JALR that link to ra, C.JAL, C.JALR. */
static bool is_call(uint32_t word)
{
    if (is_compressed(word))
        return (word & 0xe003) == 0x2001 || ((word & 0xf07f) == 0x9002 && (word & 0x0f80) != 0);
    return ((word & 0x7f) == JAL || (word & 0x707f) == JALR) && (word >> 7 & 31) == RA;
}

/* XOR and C.XOR of two different registers. */
static bool is_xor(uint32_t word)
{
    if (is_compressed(word))
        return (word & 0xfc63) == 0x8c21 && (word >> 7 & 7) != (word >> 2 & 7);
    return (word & 0xfe00707f) == (0x4000 | OP) && (word >> 15 & 31) != (word >> 20 & 31);
}

unsigned riscv_flags(uint32_t word)
{
    return (is_call(word) ? OPCODE_CALL : 0u) | (is_xor(word) ? OPCODE_XOR : 0u) | (word == MARK ? OPCODE_MARK : 0u);
}

static uint32_t set_of(uint32_t number)
{
    return 1u << number & ~1u; /* x0 is no register that anything waits for */
}

/* MUL, MULH ..., DIV ...: OP with 1 in bits 25 to 31. */
static enum riscv_kind kind_of_product(uint32_t function)
{
    return function == 0 ? RISCV_MULTIPLY : function < 4 ? RISCV_MULTIPLY_HIGH : RISCV_DIVIDE;
}

static struct riscv decode_long(uint32_t word)
{
    uint32_t first = set_of(word >> 15 & 31), second = set_of(word >> 20 & 31), function = word >> 12 & 7;
    switch (word & 0x7f) {
    case LOAD:
        return (struct riscv){RISCV_LOAD, first, set_of(word >> 7 & 31)};
    case STORE:
        return (struct riscv){RISCV_STORE, first | second, 0};
    case BRANCH:
        return (struct riscv){RISCV_BRANCH, first | second, 0};
    case JALR:
        return (struct riscv){RISCV_JUMP_REGISTER, first, 0};
    case JAL:
        return (struct riscv){RISCV_JUMP, 0, 0};
    case OP:
        switch (word >> 25) {
        case 0x00:
        case 0x20:
            return (struct riscv){RISCV_PLAIN, first | second, 0};
        case 0x01:
            return (struct riscv){kind_of_product(function), first | second, 0};
        default:
            return (struct riscv){RISCV_UNKNOWN, 0, 0};
        }
    case OP_IMM:
        return (struct riscv){RISCV_PLAIN, first, 0};
    case SYSTEM: /* the immediate forms (4 to 7) have a number in place of a register */
        return (struct riscv){RISCV_PLAIN, function & 4 ? 0 : first, 0};
    case AUIPC:
    case LUI:
    case MISC_MEM:
        return (struct riscv){RISCV_PLAIN, 0, 0};
    default:
        return (struct riscv){RISCV_UNKNOWN, 0, 0};
    }
}

/* The two quadrants that name the registers x8 to x15 with three bits (tables 16.5 and 16.6). */
static struct riscv decode_first_quadrant(uint32_t word)
{
    uint32_t base = set_of(8 + (word >> 7 & 7)), other = set_of(8 + (word >> 2 & 7));
    switch (word >> 13 & 7) {
    case 0: /* C.ADDI4SPN */
        return (struct riscv){RISCV_PLAIN, set_of(SP), 0};
    case 2: /* C.LW */
        return (struct riscv){RISCV_LOAD, base, other};
    case 6: /* C.SW */
        return (struct riscv){RISCV_STORE, base | other, 0};
    default:
        return (struct riscv){RISCV_UNKNOWN, 0, 0};
    }
}

static struct riscv decode_second_quadrant(uint32_t word)
{
    uint32_t full = word >> 7 & 31, narrow = set_of(8 + (word >> 7 & 7)), other = set_of(8 + (word >> 2 & 7));
    switch (word >> 13 & 7) {
    case 0: /* C.ADDI */
        return (struct riscv){RISCV_PLAIN, set_of(full), 0};
    case 1: /* C.JAL */
    case 5: /* C.J */
        return (struct riscv){RISCV_JUMP, 0, 0};
    case 2: /* C.LI */
        return (struct riscv){RISCV_PLAIN, 0, 0};
    case 3: /* C.LUI, C.ADDI16SP */
        return (struct riscv){RISCV_PLAIN, full == SP ? set_of(SP) : 0, 0};
    case 4: /* C.SRLI, C.SRAI, C.ANDI, and C.SUB, C.XOR, C.OR, C.AND with two registers */
        return (struct riscv){RISCV_PLAIN, narrow | ((word >> 10 & 3) == 3 ? other : 0), 0};
    default: /* C.BEQZ, C.BNEZ */
        return (struct riscv){RISCV_BRANCH, narrow, 0};
    }
}

/* That with the stack pointer and full registers (table 16.7). */
static struct riscv decode_third_quadrant(uint32_t word)
{
    uint32_t first = word >> 7 & 31, second = word >> 2 & 31;
    bool is_second_half = word >> 12 & 1;
    switch (word >> 13 & 7) {
    case 0: /* C.SLLI */
        return (struct riscv){RISCV_PLAIN, set_of(first), 0};
    case 2: /* C.LWSP */
        return (struct riscv){RISCV_LOAD, set_of(SP), set_of(first)};
    case 4:
        if (second == 0) /* C.JR, C.JALR, C.EBREAK */
            return (struct riscv){first == 0 ? RISCV_PLAIN : RISCV_JUMP_REGISTER, set_of(first), 0};
        /* C.MV, C.ADD */
        return (struct riscv){RISCV_PLAIN, set_of(second) | (is_second_half ? set_of(first) : 0), 0};
    case 6: /* C.SWSP */
        return (struct riscv){RISCV_STORE, set_of(SP) | set_of(second), 0};
    default:
        return (struct riscv){RISCV_UNKNOWN, 0, 0};
    }
}

struct riscv riscv_decode(uint32_t word)
{
    switch (word & 3) {
    case 0:
        return decode_first_quadrant(word);
    case 1:
        return decode_second_quadrant(word);
    case 2:
        return decode_third_quadrant(word);
    default:
        return decode_long(word);
    }
}
