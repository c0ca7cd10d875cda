/* MSP430 and CPUX: our simulator, with registers compared before and after, and memory with a copy of it. */
#include <elf.h>
#include <string.h>

#include "failure.h"
#include "msp430/cpu.h"
#include "steps.h"

static struct session session;
static struct cpu cpu;
static uint8_t *copy; /* of memory, as it was before the instruction */
static struct multiplier last;
static bool was_watched; /* `copy` is that of memory only while every instruction is watched */

static struct session *open_machine(const struct options *options)
{
    const struct mcu *mcu = mcu_find(options->mcu);
    if (mcu == NULL)
        fail(STATUS_USAGE, "no such MCU: %s", options->mcu);
    session.options = *options;
    const struct memories memories = {
        .family = "MSP430",
        .elf_machine = EM_MSP430,
        .flash_begin = mcu->flash_begin,
        .flash_end = mcu->flash_end,
        .data_space_end = mcu->ram_end,
        .ram_begin = mcu->ram_begin,
    };
    session.image = image_load(options->image, &memories);
    cpu.mcu = mcu;
    cpu.memory = session.image.flash;
    session_open(&session, cpu.memory, 2);
    copy = allocate(mcu->flash_end, 1);
    return &session;
}

static void reset(void)
{
    const struct mcu *mcu = cpu.mcu;
    uint8_t *memory = cpu.memory;
    memset(memory + mcu->ram_begin, 0, mcu->ram_end - mcu->ram_begin);
    cpu = (struct cpu){.mcu = mcu, .memory = memory, .port = &session};
    cpu.multiplier.is_mpy32 = mcu->has_mpy32;
    cpu.registers[PC] = (uint32_t)(memory[RESET_VECTOR] | memory[RESET_VECTOR + 1] << 8);
    last = cpu.multiplier;
    was_watched = false;
}

static struct moment now(void)
{
    return (struct moment){cpu.registers[PC], cpu.registers[SP], cpu.cycle};
}

static uint8_t *data(uint32_t address)
{
    return address >= cpu.mcu->ram_begin && address < cpu.mcu->ram_end ? cpu.memory + address : NULL;
}

/* The registers that an instruction writes even if they keep their value: destinations, and of @Rn+ the source. */
static uint32_t written_by(uint16_t word)
{
    enum { MOV = 4, CMP = 9, BIT = 11 };
    unsigned what = word >> 12;
    uint32_t source = (word >> 4 & 3) == 3 ? UINT32_C(1) << (word >> 8 & 15) : 0;
    if (what >= MOV)
        return source | (word & 0x80 || what == CMP || what == BIT ? 0 : UINT32_C(1) << (word & 15));
    bool shifts = word >> 10 == 4 && (word >> 7 & 7) < 4;
    return shifts && (word >> 4 & 3) == 0 ? UINT32_C(1) << (word & 15) : 0;
}

static uint32_t of_registers(uint16_t word, const uint32_t *before, enum model model)
{
    const uint32_t written = written_by(word);
    uint32_t value = 0;
    for (unsigned i = CG + 1; i < REGISTERS; i++) {
        uint32_t changed = before[i] ^ cpu.registers[i];
        if (changed || written >> i & 1)
            value += ones(model == MODEL_WEIGHT ? cpu.registers[i] : changed);
    }
    return value;
}

/* The bytes that the last access of an instruction may have written; a copy follows them. */
static uint32_t of_memory(bool writes, bool is_byte, enum model model)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < cpu.address_count; i++) {
        uint32_t address = cpu.addresses[i];
        bool is_last = i + 1u == cpu.address_count;
        for (unsigned byte = 0; byte < 4 && data(address + byte) != NULL; byte++) {
            uint8_t after = cpu.memory[address + byte], changed = after ^ copy[address + byte];
            bool is_written = writes && is_last && byte < (is_byte ? 1 : 2);
            if (!cpu.is_call && (is_written || changed))
                value += ones_of_byte[model == MODEL_WEIGHT ? after : changed];
            copy[address + byte] = after;
        }
    }
    return value;
}

static uint32_t of_factors(enum model model)
{
    const struct multiplier *here = &cpu.multiplier;
    uint32_t value = 0;
    for (unsigned i = 0; i < cpu.address_count; i++)
        if (cpu.addresses[i] - cpu.mcu->multiplier < MPY32_BYTES && i + 1u == cpu.address_count) {
            value = model == MODEL_WEIGHT ? ones(here->first) + ones(here->second) + ones((uint32_t)here->result)
                                          : ones(here->first ^ last.first) + ones(here->second ^ last.second) +
                                                ones((uint32_t)(here->result ^ last.result));
            last = *here;
        }
    return value;
}

static enum flow step(bool watch, enum model model, uint32_t *value)
{
    uint32_t before[REGISTERS];
    const uint32_t pc = cpu.registers[PC];
    if (watch && !was_watched)
        memcpy(copy + cpu.mcu->ram_begin, cpu.memory + cpu.mcu->ram_begin, cpu.mcu->ram_end - cpu.mcu->ram_begin);
    was_watched = watch;
    if (watch)
        memcpy(before, cpu.registers, sizeof before);
    cpu_step(&cpu);
    if (cpu.registers[PC] >= session.image.code_end)
        fail(STATUS_CRASHED, "the CPU left the code at pc 0x%x for 0x%x", cpu.at, cpu.registers[PC]);
    if (watch) {
        uint16_t word = (uint16_t)(cpu.memory[pc] | cpu.memory[pc + 1] << 8);
        bool pushes = cpu.registers[SP] < before[SP] && !cpu.is_call;
        *value =
            of_registers(word, before, model) + of_memory(cpu.stores || pushes, word & 0x40, model) + of_factors(model);
    }
    return cpu.is_return ? FLOW_RETURN : cpu.is_call ? FLOW_CALL : FLOW_ON;
}

static void run(struct follower *follower)
{
    static const struct stepper stepper = {reset, now, step};
    steps_run(&stepper, follower);
}

const struct core core_msp430 = {"msp430", open_machine, run, data, NULL};
