/* Loads and stores: memory, the multiplier, the firmware's port, and the watchdog's control register, which accepts
   any value. */
#include "machine.h"
#include "failure.h"

enum { WATCHDOG = 0x120, WATCHDOG_X = 0x15c };

_Noreturn void cpu_crash(const struct cpu *cpu, const char *what, uint32_t value)
{
    fail(STATUS_CRASHED, "the CPU crashed at pc 0x%x: %s 0x%x", cpu->at, what, value);
}

static void note(struct cpu *cpu, uint32_t address)
{
    if (cpu->address_count == ACCESSES_MAX)
        cpu_crash(cpu, "more accesses than an instruction can have, up to", address);
    cpu->addresses[cpu->address_count++] = address;
}

static bool is_memory(const struct cpu *cpu, uint32_t address)
{
    const struct mcu *mcu = cpu->mcu;
    return (address >= mcu->ram_begin && address < mcu->ram_end) ||
           (address >= mcu->flash_begin && address < mcu->flash_end);
}

static bool is_multiplier(const struct cpu *cpu, uint32_t address)
{
    return address - cpu->mcu->multiplier < (cpu->mcu->has_mpy32 ? MPY32_BYTES : MULTIPLIER_BYTES);
}

static uint16_t load_result(struct cpu *cpu, uint32_t address, unsigned cycle)
{
    uint16_t value;
    bool early = false;
    if (!multiplier_read(&cpu->multiplier, address - cpu->mcu->multiplier, cpu->cycle + cycle, &value, &early) &&
        !(early && cpu->is_struck))
        cpu_crash(cpu, early ? "the result is not ready: too early a read of the multiplier at" : "no register at",
                  address);
    return value;
}

static uint16_t load_peripheral(struct cpu *cpu, uint32_t address, unsigned bits, unsigned cycle)
{
    if (address == IO_INPUT && bits == 8)
        return port_read(cpu->port, cpu->at);
    uint16_t value;
    if (cpu->peripherals && cpu->peripherals->load(cpu, address, bits, cpu->cycle + cycle, &value))
        return value;
    if (!is_multiplier(cpu, address))
        cpu_crash(cpu, "nothing to read at", address);
    value = load_result(cpu, address & ~1u, cycle);
    return bits == 8 ? (uint8_t)(value >> 8 * (address & 1)) : value;
}

uint32_t cpu_load(struct cpu *cpu, uint32_t address, unsigned bits, unsigned cycle)
{
    note(cpu, address);
    if (bits != 8 && address & 1)
        cpu_crash(cpu, "a word at the odd address", address);
    if (!is_memory(cpu, address))
        return load_peripheral(cpu, address, bits, cycle);
    cpu->loads++;
    const uint8_t *at = cpu->memory + address;
    return bits == 8 ? at[0] : bits == 16 ? at[0] | at[1] << 8u : (at[0] | at[1] << 8u | (at[2] & 15u) << 16);
}

static void store_peripheral(struct cpu *cpu, uint32_t address, uint32_t value, unsigned bits, unsigned cycle)
{
    if (bits == 8 && (address == IO_OUTPUT || address == IO_EXIT)) {
        port_write(cpu->port, address, (uint8_t)value, cpu->at);
        return;
    }
    if (cpu->peripherals && cpu->peripherals->store(cpu, address, bits, cpu->cycle + cycle, (uint16_t)value))
        return;
    if (address == (cpu->mcu->is_x ? WATCHDOG_X : WATCHDOG))
        return;
    /* A byte written to the multiplier is a word with zeros above (an unsigned operand). */
    if (!is_multiplier(cpu, address) || address & 1 ||
        !multiplier_write(&cpu->multiplier, address - cpu->mcu->multiplier, (uint16_t)value, cpu->cycle + cycle))
        cpu_crash(cpu, "nothing to write at", address);
}

void cpu_store(struct cpu *cpu, uint32_t address, uint32_t value, unsigned bits, unsigned cycle)
{
    const struct mcu *mcu = cpu->mcu;
    note(cpu, address);
    if (bits != 8 && address & 1)
        cpu_crash(cpu, "a word at the odd address", address);
    if (!is_memory(cpu, address)) {
        store_peripheral(cpu, address, value, bits, cycle);
        return;
    }
    if (address >= mcu->flash_begin && address < mcu->flash_end)
        cpu_crash(cpu, "a write to flash at", address);
    cpu->stores++;
    for (unsigned i = 0; 8 * i < bits; i++)
        cpu->memory[address + i] = (uint8_t)(value >> 8 * i);
    if (bits == 20)
        cpu->memory[address + 3] = 0;
}

uint16_t cpu_fetch(struct cpu *cpu)
{
    uint32_t pc = cpu->registers[PC];
    const uint8_t *at = cpu->memory + pc;
    if (!is_memory(cpu, pc))
        cpu_crash(cpu, "no code at", pc);
    cpu->registers[PC] = pc + 2;
    return (uint16_t)(at[0] | at[1] << 8);
}

void cpu_push(struct cpu *cpu, uint32_t value, unsigned bits)
{
    uint8_t stores = cpu->stores;
    cpu->registers[SP] -= bits == 20 ? 4 : 2;
    cpu_store(cpu, cpu->registers[SP], value, bits, 0);
    cpu->stores = stores;
}

uint32_t cpu_pop(struct cpu *cpu, unsigned bits)
{
    uint8_t loads = cpu->loads;
    uint32_t value = cpu_load(cpu, cpu->registers[SP], bits, 0);
    cpu->registers[SP] += bits == 20 ? 4 : 2;
    cpu->loads = loads;
    return value;
}
