/* Runs one firmware image on a simulated MSP430 and prints its measurements as one JSON object.
 *
 * A run of the routine `--measure` begins when the program counter reaches its entry and ends when its return has
 * executed. Within it every run of the routine `--step` is a step; the longest step is reported. The firmware needs
 * no marks. There are no interrupts. */
#include <elf.h>

#include "cpu.h"
#include "cpux.h"
#include "failure.h"
#include "faults.h"
#include "session.h"
#include "visits.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-msp430 of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

const char program_name[] = "mc-msp430";

static void open_machine(struct session *session, struct cpu *cpu)
{
    const struct mcu *mcu = mcu_find(session->options.mcu);
    if (mcu == NULL)
        fail(STATUS_USAGE, "no such MCU: %s", session->options.mcu);
    struct memories memories = {
        .family = "MSP430",
        .elf_machine = EM_MSP430,
        .flash_begin = mcu->flash_begin,
        .flash_end = mcu->flash_end,
        .data_space_end = mcu->ram_end,
        .ram_begin = mcu->ram_begin,
    };
    session->image = image_load(session->options.image, &memories);
    *cpu = (struct cpu){.mcu = mcu, .memory = session->image.flash, .port = session};
    cpu->multiplier.is_mpy32 = mcu->has_mpy32;
    session_open(session, cpu->memory, 2);
    faults_open(session);
    visits_open(session);
    cpu->registers[PC] = (uint32_t)(cpu->memory[RESET_VECTOR] | cpu->memory[RESET_VECTOR + 1] << 8);
}

static struct moment moment_of(const struct cpu *cpu)
{
    return (struct moment){cpu->registers[PC], cpu->registers[SP], cpu->cycle};
}

/* Words of an instruction: its own, and those that its operands take. Of CPUX the address instructions with a word, and
 * CALLA, too. */
static unsigned words_of(const struct cpu *cpu, uint16_t word)
{
    unsigned from = word >> 8 & 15, as = word >> 4 & 3, number = word & 15;
    if (word >> 12 >= 4) {
        bool has_word = (as == 1 && from != CG) || (as == 3 && from == PC);
        return 1u + has_word + (word >> 7 & 1);
    }
    if (word >> 10 == 4 && (word >> 7 & 7) < 6)
        return 1u + ((as == 1 && number != CG) || (as == 3 && number == PC));
    if (cpu->mcu->is_x)
        return cpux_words(word);
    return 1;
}

static struct cpu *struck(void *machine)
{
    struct cpu *cpu = machine;
    cpu->is_struck = true;
    return cpu;
}

static bool skip(void *machine)
{
    struct cpu *cpu = struck(machine);
    const uint8_t *at = cpu->memory + cpu->registers[PC];
    if (cpu->registers[PC] >= cpu->mcu->flash_end)
        return false;
    cpu->registers[PC] += 2 * words_of(cpu, (uint16_t)(at[0] | at[1] << 8));
    return true;
}

/* All registers, but for the generator of constants. */
static bool set_register(void *machine, unsigned number, uint32_t keep, uint32_t flip)
{
    struct cpu *cpu = struck(machine);
    unsigned bits = cpu->mcu->is_x && number != SR ? 20 : 16;
    if (number >= REGISTERS || number == CG || flip >> bits != 0)
        return false;
    cpu_set(cpu, number, (cpu->registers[number] & keep) ^ flip, bits);
    return true;
}

static bool flip_memory(void *machine, uint32_t address, unsigned bit)
{
    struct cpu *cpu = struck(machine);
    if (address < cpu->mcu->ram_begin || address >= cpu->mcu->ram_end || bit > 7)
        return false;
    cpu->memory[address] ^= (uint8_t)(1u << bit);
    return true;
}

static bool flip_opcode(void *machine, uint32_t pc, unsigned bit)
{
    struct cpu *cpu = struck(machine);
    if (bit > 15)
        return false;
    cpu->memory[pc + bit / 8] ^= (uint8_t)(1u << bit % 8);
    return true;
}

static const struct fault_target fault_target = {skip, set_register, flip_memory, flip_opcode};

static void step(struct session *session, struct cpu *cpu)
{
    struct moment before = moment_of(cpu);
    session_before(session, &before);
    if (session->visits != NULL)
        visits_before(session, &before);
    if (session->faults != NULL)
        faults_before(session, &fault_target, cpu, &before);
    cpu_step(cpu);
    if (cpu->registers[PC] >= session->image.code_end)
        fail(STATUS_CRASHED, "the CPU left the code at pc 0x%x for 0x%x", cpu->at, cpu->registers[PC]);
    struct moment now = moment_of(cpu);
    if (session->meter.inside)
        meter_count(&session->meter, before.pc,
                    &(struct activity){cpu->addresses, cpu->address_count, cpu->loads, cpu->stores, cpu->is_xor});
    if (now.stack != before.stack)
        session_watch_stack(session, &now);
    enum flow flow = cpu->is_return ? FLOW_RETURN : cpu->is_call ? FLOW_CALL : FLOW_ON;
    session_after(session, &now, flow, before.cycle);
}

int main(int argc, char **argv)
{
    static const struct build build = {SIMULATOR_VERSION, BUILD_KEY};
    static struct session session;
    static struct cpu cpu;

    session.options = options_parse(argc, argv, &build);
    open_machine(&session, &cpu);
    while (session.exit_code < 0) {
        step(&session, &cpu);
        if (cpu.cycle > session.options.max_cycles)
            fail(STATUS_CYCLE_LIMIT, "cycle limit: no exit after %llu cycles (pc 0x%x)",
                 (unsigned long long)session.options.max_cycles, cpu.at);
    }
    return session_report(&session, &build, cpu.cycle);
}
