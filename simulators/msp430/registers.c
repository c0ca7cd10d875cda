/* Registers and flags, as the instructions of both processors set them: SLAU049, 3.2. */
#include "machine.h"

void cpu_set(struct cpu *cpu, unsigned number, uint32_t value, unsigned bits)
{
    value &= cpu_mask(bits);
    if (number == CG)
        return;
    if (number == PC || number == SP)
        value &= ~UINT32_C(1);
    cpu->registers[number] = value;
    if (number == SR && value & FLAG_CPUOFF)
        cpu_crash(cpu, "it sleeps for ever, interrupts being off; SR is", value);
}

void cpu_flags(struct cpu *cpu, uint32_t result, unsigned bits, bool carry, bool overflow)
{
    uint32_t flags = cpu->registers[SR] & ~(uint32_t)(FLAG_C | FLAG_Z | FLAG_N | FLAG_V);
    result &= cpu_mask(bits);
    flags |= carry ? FLAG_C : 0;
    flags |= result == 0 ? FLAG_Z : 0;
    flags |= result >> (bits - 1) ? FLAG_N : 0;
    flags |= overflow ? FLAG_V : 0;
    cpu->registers[SR] = flags;
}

uint32_t cpu_add(struct cpu *cpu, uint32_t a, uint32_t b, bool carry, unsigned bits)
{
    uint32_t sum = a + b + carry;
    cpu_flags(cpu, sum, bits, sum >> bits & 1, (~(a ^ b) & (a ^ sum)) >> (bits - 1) & 1);
    return sum & cpu_mask(bits);
}
