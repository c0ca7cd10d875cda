/* Loads and stores of 32 bits that ARMv7-M adds (DDI 0403, A5.3.5 to A5.3.10), and table branches. */
#include "arm.h"

#include "common.h"

/* LDMIA, STMIA, LDMDB, STMDB. */
static int many(uint16_t first, uint16_t second)
{
    unsigned base = first & 15, is_load = first >> 4 & 1, writes_back = first >> 5 & 1;
    uint32_t bytes = 4u * (unsigned)__builtin_popcount(second), from = cpu.r[base], low = from;
    int goes_down = first >> 8 & 1;
    if (goes_down)
        low -= bytes;
    cpu.moves_stack = base == SP && writes_back;
    arm_many(second, base, low, (int)is_load);
    if (writes_back)
        cpu.r[base] = goes_down ? low : from + bytes;
    return 1;
}

/* TBB, TBH. */
static int table_branch(uint16_t first, uint16_t second)
{
    uint32_t base = cpu.r[first & 15], index = cpu.r[second & 15];
    cpu.now.kind = TABLE_BRANCH;
    uint32_t offset = second & 0x10 ? arm_load(base + 2 * index, 2) : arm_load(base + index, 1);
    arm_branch(cpu.r[PC] + 2 * offset);
    return 1;
}

/* LDRD, STRD. */
static int two_words(uint16_t first, uint16_t second)
{
    unsigned base = first & 15, is_before = first >> 8 & 1, writes_back = first >> 5 & 1, is_load = first >> 4 & 1;
    unsigned numbers[] = {second >> 12, second >> 8 & 15};
    uint32_t offset = (second & 0xffu) * 4, from = base == PC ? cpu.r[PC] & ~3u : cpu.r[base];
    uint32_t moved = first & 0x80 ? from + offset : from - offset, address = is_before ? moved : from;
    if (address % 4)
        second_fail("words at an odd address");
    arm_accesses(MULTIPLE, (int)is_load, 1u << base);
    cpu.now.words = 2;
    cpu.moves_stack = base == SP && writes_back;
    for (unsigned i = 0; i < 2; i++)
        if (is_load)
            cpu.r[numbers[i]] = arm_load(address + 4 * i, 4);
        else
            arm_store(address + 4 * i, cpu.r[numbers[i]], 4);
    if (writes_back)
        cpu.r[base] = moved;
    return 1;
}

/* f800 to f9ff: one register. At a label, plus twelve bits, plus or minus eight bits, plus a shifted register. */
static int one(uint16_t first, uint16_t second)
{
    unsigned base = first & 15, is_before = 1, writes_back = 0, from_index = 0;
    uint32_t from = base == PC ? cpu.r[PC] & ~3u : cpu.r[base], moved;
    if (base == PC)
        moved = first & 0x80 ? from + (second & 0xfff) : from - (second & 0xfff);
    else if (first & 0x80)
        moved = from + (second & 0xfff);
    else if (second & 0x800) {
        moved = second & 0x200 ? from + (second & 0xff) : from - (second & 0xff);
        is_before = second >> 10 & 1;
        writes_back = second >> 8 & 1;
    } else {
        moved = from + (cpu.r[second & 15] << (second >> 4 & 3));
        from_index = 1u << (second & 15);
        cpu.now.has_index = 1;
    }
    const struct access access = {.number = second >> 12,
                                  .bytes = 1u << (first >> 5 & 3),
                                  .is_load = first >> 4 & 1,
                                  .is_signed = first >> 8 & 1,
                                  .address = is_before ? moved : from};
    if (access.bytes == 8)
        return 0;
    if (access.number == PC && access.bytes < 4) /* PLD, PLI */
        return 1;
    cpu.moves_stack = base == SP && writes_back;
    if (writes_back) {
        cpu.r[base] = moved;
        *(access.is_load ? &cpu.now.loaded : &cpu.now.computed) |= (uint16_t)(1u << base);
    }
    arm_access(&access, 1u << base | from_index);
    return 1;
}

int thumb2_memory(uint16_t first, uint16_t second)
{
    if (first >> 9 == 0x7c)
        return one(first, second);
    if (!(first & 0x40))
        return many(first, second);
    if (first & 0x120)
        return two_words(first, second);
    return (first & 0xfff0) == 0xe8d0 && (second & 0xffe0) == 0xf000 && table_branch(first, second);
}
