/* The floating-point unit as a store of words (DDI 0403, A6): VMOV, VLDR, VSTR, VLDM, VSTM, VPUSH, VPOP. Arithmetic is
 * refused. */
#include "arm.h"

#include "common.h"

static uint32_t s[32];

static int moves(uint32_t *core, uint32_t *single, int is_to_core)
{
    if (is_to_core)
        *core = *single;
    else
        *single = *core;
    return 1;
}

/* VLDR, VSTR, and several registers; of two words each where the bit of doubles is set, which is one access. */
static int memory(uint16_t first, uint16_t second)
{
    unsigned base = first & 15, is_load = first >> 4 & 1, writes_back = first >> 5 & 1, d = first >> 6 & 1,
             is_double = second >> 8 & 1, is_single_access = first >> 8 & 1 && !writes_back;
    unsigned number = is_double ? 2 * (d << 4 | second >> 12) : (unsigned)(second >> 12) << 1 | d;
    unsigned words = is_single_access ? 1 + is_double : second & 0xffu;
    uint32_t offset = (second & 0xffu) * 4, from = base == PC ? cpu.r[PC] & ~3u : cpu.r[base];
    uint32_t moved = first & 0x80 ? from + offset : from - offset;
    uint32_t address = first >> 8 & 1 ? moved : from;
    arm_accesses(MULTIPLE, (int)is_load, 1u << base);
    cpu.now.words = (uint8_t)words;
    cpu.moves_stack = base == SP && writes_back;
    struct counts before = counts;
    for (unsigned i = 0; i < words && number + i < 32; i++)
        if (is_load)
            s[number + i] = arm_load(address + 4 * i, 4);
        else
            arm_store(address + 4 * i, s[number + i], 4);
    if (is_double) {
        counts.loads -= (counts.loads - before.loads) / 2;
        counts.stores -= (counts.stores - before.stores) / 2;
    }
    if (writes_back)
        cpu.r[base] = moved;
    return 1;
}

int fpu(uint16_t first, uint16_t second)
{
    unsigned is_to_core = first >> 4 & 1, t = second >> 12;
    if ((second & 0xe00) != 0xa00)
        return 0;
    if ((first & 0xffe0) == 0xec40) { /* two registers, and two singles or a double */
        unsigned low = second & 0x100 ? 2 * (second & 15u) : (second & 15u) << 1 | (second >> 5 & 1);
        cpu.now.kind = MOVE_TWO;
        return moves(&cpu.r[t], &s[low], (int)is_to_core) && moves(&cpu.r[first & 15], &s[low + 1], (int)is_to_core);
    }
    if ((first & 0xffe0) == 0xee00 && (second & 0x17f) == 0x010) {
        return moves(&cpu.r[t], &s[(first & 15u) << 1 | (second >> 7 & 1)], (int)is_to_core);
    }
    if ((first & 0xffbf) == 0xeeb0 && (second & 0x1d0) == 0x040) { /* between singles */
        s[t << 1 | (first >> 6 & 1)] = s[(second & 15u) << 1 | (second >> 5 & 1)];
        return 1;
    }
    return first >> 9 == 0x76 && memory(first, second);
}
