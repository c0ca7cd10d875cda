#include "opcode.h"

#include <stdbool.h>

enum { SP = 13 };

static bool is_call(uint32_t word)
{
    bool bl = (word & 0x0f000000) == 0x0b000000;
    bool blx_label = (word & 0xfe000000) == 0xfa000000, blx_register = (word & 0x0ffffff0) == 0x012fff30;
    return bl || blx_label || blx_register;
}

/* Whether a load or store moves the stack pointer: LDM, STM, LDR, STR, LDRD, STRD with sp as base, written back. */
static bool is_stack(uint32_t word)
{
    if (word >> 28 == 0xf || (word >> 16 & 15) != SP)
        return false;
    bool multiple = (word & 0x0e000000) == 0x08000000, single = (word & 0x0c000000) == 0x04000000;
    bool pair = (word & 0x0e1000d0) == 0x000000d0;
    bool before = word >> 24 & 1, written_back = word >> 21 & 1;
    return (multiple && written_back) || ((single || pair) && (written_back || !before));
}

static bool is_xor(uint32_t word)
{
    if (word >> 28 == 0xf)
        return false;
    bool wxor = (word & 0x0ff00ff0) == 0x0e100000;
    bool eor = (word & 0x0fe00000) == 0x00200000 && (word & 0x90) != 0x90; /* of a register, and no multiplication */
    bool same = (word >> 16 & 15) == (word & 15) && (word & 0xff0) == 0;   /* clears */
    return (wxor || eor) && !same;
}

unsigned opcode_flags(uint32_t word)
{
    return (is_call(word) ? OPCODE_CALL : 0u) | (is_stack(word) ? OPCODE_STACK : 0u) |
           (is_xor(word) ? OPCODE_XOR : 0u) | (word == 0xe50dd004 ? OPCODE_MARK : 0u);
}
