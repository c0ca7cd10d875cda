#include "instruction.h"

enum { RA = 1, T0 = 5 };
enum { LOAD = 0x03, STORE = 0x23, OP = 0x33, JALR = 0x67, JAL = 0x6f, ECALL = 0x73, EBREAK = 0x100073 };
/* Compressed: bits 15 to 13 and 1 to 0 choose the instruction, of some together with others. */
enum { C_LW = 0x4000, C_LWSP = 0x4002, C_SW = 0xc000, C_SWSP = 0xc002, C_JAL = 0x2001 };
enum { C_JR = 0x8002, C_JALR = 0x9002, C_EBREAK = 0x9002, C_XOR = 0x8c21 };
enum { C_CHOICE = 0xe003, C_JUMP_CHOICE = 0xf07f, C_XOR_CHOICE = 0xfc63 };

static bool is_compressed(uint32_t word)
{
    return (word & 3) != 3;
}

static uint32_t destination(uint32_t word)
{
    return word >> 7 & 31;
}

uint32_t instruction_bytes(uint32_t word)
{
    return is_compressed(word) ? 2 : 4;
}

bool instruction_loads(uint32_t word)
{
    uint32_t choice = word & C_CHOICE;
    return is_compressed(word) ? choice == C_LW || choice == C_LWSP : (word & 0x7f) == LOAD;
}

bool instruction_stores(uint32_t word)
{
    uint32_t choice = word & C_CHOICE;
    return is_compressed(word) ? choice == C_SW || choice == C_SWSP : (word & 0x7f) == STORE;
}

bool instruction_is_xor(uint32_t word)
{
    if (is_compressed(word))
        return (word & C_XOR_CHOICE) == C_XOR && (word >> 7 & 7) != (word >> 2 & 7);
    return (word & 0xfe00707f) == (0x4000 | OP) && (word >> 15 & 31) != (word >> 20 & 31);
}

/* C.JALR and C.JR name their register where others have the destination; with register 0 they are others. */
bool instruction_calls(uint32_t word)
{
    if (is_compressed(word))
        return (word & C_CHOICE) == C_JAL || ((word & C_JUMP_CHOICE) == C_JALR && destination(word) != 0);
    bool jumps = (word & 0x7f) == JAL || (word & 0x707f) == JALR;
    return jumps && (destination(word) == RA || destination(word) == T0);
}

bool instruction_jumps_to_register(uint32_t word)
{
    if (is_compressed(word))
        return (word & C_JUMP_CHOICE) == C_JR && destination(word) != 0;
    return (word & 0x707f) == JALR && destination(word) == 0;
}

const char *instruction_that_traps(uint32_t word)
{
    if (word == EBREAK || word == C_EBREAK)
        return "ebreak";
    return word == ECALL ? "ecall" : "an instruction that the core lacks";
}
