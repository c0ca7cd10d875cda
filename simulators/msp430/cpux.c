/* The additions of CPUX: PUSHM, POPM, RRCM, RRAM, RLAM, RRUM, address instructions, CALLA (SLAU208, chapter CPUX).
 * Extension words, which compilers and kernels here do not use, are refused. */
#include "cpux.h"

enum { ADDRESS = 20 };

/* 0001 01da nnnn rrrr: so many registers less one; from rrrr downwards, or for POPM rrrr is the last. */
static void step_many(struct cpu *cpu, uint16_t word)
{
    unsigned count = (word >> 4 & 15) + 1, number = word & 15, bits = word & 0x100 ? 16 : ADDRESS;
    cpu->cycle += 2 + count * (bits == ADDRESS ? 2 : 1);
    for (unsigned i = 0; i < count; i++)
        if (word & 0x200)
            cpu_set(cpu, (number + i) & 15, cpu_pop(cpu, bits), bits);
        else
            cpu_push(cpu, cpu->registers[(number - i) & 15], bits);
}

/* 0000 nnoo 010w rrrr: shifts by one to four. */
static void step_shift(struct cpu *cpu, uint16_t word)
{
    unsigned count = (word >> 10 & 3) + 1, what = word >> 8 & 3, number = word & 15, bits = word & 0x10 ? 16 : ADDRESS;
    uint32_t value = cpu->registers[number] & cpu_mask(bits), top = UINT32_C(1) << (bits - 1);
    cpu->cycle += count;
    while (count--) {
        uint32_t old = value, carry = cpu->registers[SR] & 1;
        if (what == 2)
            value = cpu_add(cpu, value, value, false, bits);
        else
            value = old >> 1 | (what == 0 ? carry * top : what == 1 ? old & top : 0);
        if (what != 2)
            cpu_flags(cpu, value, bits, old & 1, false);
    }
    cpu_set(cpu, number, value, bits);
}

/* 0000 ssss oooo dddd: MOVA in its modes, ADDA, CMPA, SUBA. */
static void step_address(struct cpu *cpu, uint16_t word)
{
    unsigned from = word >> 8 & 15, what = word >> 4 & 15, to = word & 15;
    static const uint8_t cycles[16] = {3, 3, 4, 4, 0, 0, 4, 4, 2, 3, 3, 3, 1, 1, 1, 1};
    static const uint8_t cycles_to_pc[16] = {5, 5, 6, 6, 0, 0, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3};
    uint32_t value = cpu->registers[from];
    if (what == 0)
        value = cpu_load(cpu, value, ADDRESS, 2);
    else if (what == 1 && from == SP)
        value = cpu_pop(cpu, ADDRESS);
    else if (what == 1) {
        value = cpu_load(cpu, value, ADDRESS, 2);
        cpu_set(cpu, from, cpu->registers[from] + 4, ADDRESS);
    } else if (what == 2)
        value = cpu_load(cpu, (uint32_t)from << 16 | cpu_fetch(cpu), ADDRESS, 3);
    else if (what == 3)
        value = cpu_load(cpu, (value + (uint32_t)(int16_t)cpu_fetch(cpu)) & 0xfffff, ADDRESS, 3);
    else if (what == 6)
        cpu_store(cpu, (uint32_t)to << 16 | cpu_fetch(cpu), value, ADDRESS, cycles[what]);
    else if (what == 7)
        cpu_store(cpu, (cpu->registers[to] + (uint32_t)(int16_t)cpu_fetch(cpu)) & 0xfffff, value, ADDRESS,
                  cycles[what]);
    else if (what >= 8 && what < 12)
        value = (uint32_t)from << 16 | cpu_fetch(cpu);

    if (what == 9 || what == 13)
        cpu_add(cpu, ~value & 0xfffff, cpu->registers[to], true, ADDRESS);
    else if (what == 10 || what == 14)
        cpu_set(cpu, to, cpu_add(cpu, value, cpu->registers[to], false, ADDRESS), ADDRESS);
    else if (what == 11 || what == 15)
        cpu_set(cpu, to, cpu_add(cpu, ~value & 0xfffff, cpu->registers[to], true, ADDRESS), ADDRESS);
    else if (what != 6 && what != 7)
        cpu_set(cpu, to, value, ADDRESS);
    cpu->is_return = word == 0x0110;
    cpu->cycle += (to == PC && what != 9 && what != 13 ? cycles_to_pc : cycles)[what];
}

/* 0001 0011 oooo dddd: CALLA of a register, @Rn, @Rn+, an address. */
static bool step_call(struct cpu *cpu, uint16_t word)
{
    unsigned what = word >> 4 & 15, number = word & 15;
    uint32_t to = cpu->registers[number];
    if (what == 6 || what == 7)
        to = cpu_load(cpu, to, ADDRESS, 2);
    else if (what == 11)
        to = (uint32_t)number << 16 | cpu_fetch(cpu);
    else if (what != 4)
        return false;
    if (what == 7)
        cpu_set(cpu, number, cpu->registers[number] + 4, ADDRESS);
    cpu_push(cpu, cpu->registers[PC], ADDRESS);
    cpu_set(cpu, PC, to, ADDRESS);
    cpu->is_call = true;
    cpu->cycle += what == 6 || what == 7 ? 6 : 5;
    return true;
}

bool cpux_step(struct cpu *cpu, uint16_t word)
{
    unsigned kind = word >> 4 & 15;
    if (word >> 10 == 5)
        step_many(cpu, word);
    else if (word >> 12 == 0 && (kind == 4 || kind == 5))
        step_shift(cpu, word);
    else if (word >> 12 == 0)
        step_address(cpu, word);
    else if (word >> 8 == 0x13 && word != 0x1300)
        return step_call(cpu, word);
    else if (word >> 11 == 3)
        cpu_crash(cpu, "extension words are not simulated:", word);
    else
        return false;
    return true;
}

unsigned cpux_words(uint16_t word)
{
    unsigned what = word >> 4 & 15;
    bool has_address = word >> 12 == 0 && (what == 2 || what == 3 || (what >= 6 && what <= 11));
    return 1u + (has_address || word >> 4 == 0x13b);
}
