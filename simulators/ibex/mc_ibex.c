/* Runs one firmware image on a simulated Ibex core and prints its measurements as one JSON object.
 *
 * A run of the routine `--measure` begins when the program counter reaches its entry and ends when its return has been
 * completed. Within it every run of the routine `--step` is a step; the longest step is reported. The firmware needs
 * no marks. There are no interrupts. */
#include "calls.h"
#include "instruction.h"
#include "machine.h"
#include "session.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-ibex of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

const char program_name[] = "mc-ibex";

struct machine {
    struct session session;
    struct calls calls;
    uint32_t sp;
    uint64_t cycle, before; /* now, and when the last instruction was completed */
};

/* Data addresses count from the begin of RAM; a stack pointer below has left it. */
static uint32_t stack_of(uint32_t sp)
{
    return sp < RAM_BEGIN ? 0 : sp - RAM_BEGIN;
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

int main(int argc, char **argv)
{
    static const struct build build = {SIMULATOR_VERSION, BUILD_KEY};
    static struct machine machine;
    struct retired retired;

    machine.session.options = options_parse(argc, argv, &build);
    machine_open(&machine.session, MCU);
    while (machine.session.exit_code < 0)
        if (machine_clock(&machine.session, &machine.cycle, &retired))
            complete(&machine, &retired);
    return session_report(&machine.session, &build, machine.cycle);
}
