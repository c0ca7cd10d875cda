#include "riscv.h"

#include <stdbool.h>

#include "opcode.h"

enum { RA = 1, OP = 0x33, JAL = 0x6f, JALR = 0x67, MARK = 0xfe212e23 /* sw sp, -4(sp) */ };

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
