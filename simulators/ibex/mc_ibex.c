/* Runs one firmware image on a simulated Ibex core and prints its measurements as one JSON object.
 *
 * A run of the routine `--measure` begins when the program counter reaches its entry and ends when its return has been
 * completed. Within it every run of the routine `--step` is a step; the longest step is reported. The firmware needs
 * no marks. There are no interrupts. */
#include <elf.h>
#include <string.h>

#include "calls.h"
#include "core.h"
#include "failure.h"
#include "instruction.h"
#include "session.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-ibex of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

const char program_name[] = "mc-ibex";

enum { OUTPUT = 0x80000000, EXIT = 0x80000004, INPUT = 0x80000008 }; /* of words; boards/riscv/io.h knows them */
enum { SP = 2 };

struct machine {
    struct session session;
    struct calls calls;
    uint32_t sp;
    uint64_t cycle, before; /* now, and when the last instruction was completed */
};

static void open_machine(struct machine *machine)
{
    struct session *session = &machine->session;
    if (strcmp(session->options.mcu, MCU) != 0)
        fail(STATUS_USAGE, "this is the simulator of %s, not of %s", MCU, session->options.mcu);
    struct memories memories = {
        .family = "RISC-V",
        .elf_machine = EM_RISCV,
        .flash_end = FLASH_BYTES,
        .data_space = RAM_BEGIN,
        .data_space_end = RAM_BEGIN + RAM_BYTES,
    };
    session->image = image_load(session->options.image, &memories);
    session_open(session, core_ram(), 0);
    core_open(session->image.flash);
}

/* Data addresses count from the begin of RAM; a stack pointer below has left it. */
static uint32_t stack_of(uint32_t sp)
{
    return sp < RAM_BEGIN ? 0 : sp - RAM_BEGIN;
}

static void access_outside(struct session *session, const struct outside *access)
{
    if (access->is_store && access->address == OUTPUT)
        bytes_append(&session->output, (uint8_t)access->value);
    else if (access->is_store && access->address == EXIT)
        session->exit_code = (uint8_t)access->value;
    else if (!access->is_store && access->address == INPUT)
        core_input(session_read(session, access->pc));
    else if (access->is_store)
        fail(STATUS_CRASHED, "a store to 0x%x, where nothing can be written (pc 0x%x)", access->address, access->pc);
    else
        fail(STATUS_CRASHED, "a load from 0x%x, where there is nothing (pc 0x%x)", access->address, access->pc);
}

static void check_progress(const struct session *session, const struct retired *retired)
{
    if (retired->is_trap && retired->pc < session->image.code_end)
        fail(STATUS_CRASHED, "%s: 0x%x (pc 0x%x)", instruction_that_traps(retired->instruction), retired->instruction,
             retired->pc);
    if (retired->next_pc >= session->image.code_end)
        fail(STATUS_CRASHED, "the core left the code at pc 0x%x for 0x%x", retired->pc, retired->next_pc);
}

static void count(struct session *session, const struct retired *retired)
{
    uint32_t word = retired->instruction;
    bool loads = instruction_loads(word), stores = instruction_stores(word);
    meter_count(&session->meter, retired->pc,
                &(struct activity){&retired->address, loads || stores, loads, stores, instruction_is_xor(word)});
}

static void set_stack_pointer(struct machine *machine, const struct retired *retired)
{
    machine->sp = retired->result;
    struct moment now = {retired->next_pc, stack_of(machine->sp), machine->cycle};
    session_watch_stack(&machine->session, &now);
}

/* Returns leave the stack pointer as it was at the call. The meter expects it to rise, as if they took their address
 * from the stack, so it is shown a byte above. */
static void complete(struct machine *machine, const struct retired *retired)
{
    struct session *session = &machine->session;
    check_progress(session, retired);
    session_before(session, &(struct moment){retired->pc, stack_of(machine->sp), machine->before});
    if (session->meter.inside)
        count(session, retired);
    enum flow flow = calls_follow(&machine->calls, retired, machine->sp);
    if (retired->destination == SP)
        set_stack_pointer(machine, retired);
    struct moment now = {retired->next_pc, stack_of(machine->sp) + (flow == FLOW_RETURN), machine->cycle};
    session_after(session, &now, flow, machine->before);
    machine->before = machine->cycle;
}

static void run_cycle(struct machine *machine)
{
    struct session *session = &machine->session;
    struct outside access;
    struct retired retired;
    if (core_outside(&access))
        access_outside(session, &access);
    machine->cycle++;
    if (core_clock(&retired))
        complete(machine, &retired);
    if (core_sleeps())
        fail(STATUS_CRASHED, "the core sleeps for ever");
    if (machine->cycle > session->options.max_cycles)
        fail(STATUS_CYCLE_LIMIT, "cycle limit: no exit after %llu cycles",
             (unsigned long long)session->options.max_cycles);
}

int main(int argc, char **argv)
{
    static const struct build build = {SIMULATOR_VERSION, BUILD_KEY};
    static struct machine machine;

    machine.session.options = options_parse(argc, argv, &build);
    open_machine(&machine);
    while (machine.session.exit_code < 0)
        run_cycle(&machine);
    return session_report(&machine.session, &build, machine.cycle);
}
