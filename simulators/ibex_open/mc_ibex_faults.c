/* mc-ibex with faults: the same core, its netlist open.
 *
 * Moments are instructions in the order in which they come into the decode stage, which is that of their completion. A
 * fault strikes there, before the instruction does anything: all before it have done their work, but for the register
 * that the last one is about to write. So a fault is one of the instruction set, as on the other boards, and the
 * pipeline then is in the state in which it would be. Cycles after a changed opcode are a few too many. */
#include "failure.h"
#include "faults.h"
#include "machine.h"
#include "netlist.h"
#include "visits.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-ibex-faults of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

const char program_name[] = "mc-ibex-faults";

enum { REGISTERS = 32, OPCODE_BITS = 16, MEMORY_BITS = 8 };
enum { NOP = 0x13, JUMP_TO_ITSELF = 0x6f }; /* ADDI x0, x0, 0; JAL x0, 0 */

struct change {
    unsigned number; /* of the register; 0: none */
    uint32_t keep, flip;
};

struct machine {
    struct session session;
    uint64_t cycle;
    uint32_t return_to; /* of the measured routine */
    uint32_t skips;     /* instructions that are still to be skipped */
    struct change late; /* of a register that a load is writing: in the next cycle */
    bool is_opcode_wrong;
};

static bool skip(void *data)
{
    struct machine *machine = data;
    machine->skips++;
    return true;
}

static bool set_register(void *data, unsigned number, uint32_t keep, uint32_t flip)
{
    struct machine *machine = data;
    if (number == 0 || number >= REGISTERS)
        return false;
    if (core_awaits(number))
        machine->late = (struct change){number, keep, flip};
    else
        core_set_register(number, (core_register(number) & keep) ^ flip);
    return true;
}

static bool flip_memory(void *data, uint32_t address, unsigned bit)
{
    (void)data;
    if (address - RAM_BEGIN >= RAM_BYTES || bit >= MEMORY_BITS)
        return false;
    core_ram()[address - RAM_BEGIN] ^= (uint8_t)(1u << bit);
    return true;
}

/* The instruction is already there. A jump to itself in its place fetches it again, now another; when that has come,
 * the flash is made whole. */
static bool flip_opcode(void *data, uint32_t pc, unsigned bit)
{
    struct machine *machine = data;
    if (bit >= OPCODE_BITS)
        return false;
    core_flip_flash(pc, bit);
    machine->is_opcode_wrong = !machine->is_opcode_wrong;
    if (machine->is_opcode_wrong)
        core_replace(JUMP_TO_ITSELF);
    return true;
}

/* Follows the measured routine: its first instruction, and the one to which it returns. */
static void measure(struct machine *machine, const struct moment *now)
{
    struct session *session = &machine->session;
    if (session->meter.inside && now->pc == machine->return_to && now->stack == session->meter.entry_stack)
        meter_end(&session->meter, now);
    if (now->pc == session->meter.entry && !session->meter.inside)
        machine->return_to = core_register(RA);
    session_before(session, now);
}

static void decode(struct machine *machine, uint32_t pc)
{
    static const struct fault_target target = {skip, set_register, flip_memory, flip_opcode};
    struct session *session = &machine->session;
    const struct moment now = {pc, core_register(SP), machine->cycle};
    measure(machine, &now);
    if (session->visits != NULL)
        visits_before(session, &now);
    if (session->faults != NULL)
        faults_before(session, &target, machine, &now);
    if (session->meter.inside)
        session->meter.current.instructions++;
    if (machine->skips > 0) {
        core_replace(NOP);
        machine->skips--;
    }
}

static void change_late(struct machine *machine)
{
    const struct change *late = &machine->late;
    if (late->number != 0)
        core_set_file(late->number, (core_file(late->number) & late->keep) ^ late->flip);
    machine->late.number = 0;
}

static void run_cycle(struct machine *machine)
{
    struct retired retired;
    uint32_t pc;
    change_late(machine);
    if (core_decodes(&pc))
        decode(machine, pc);
    machine_clock(&machine->session, &machine->cycle, &retired);
}

int main(int argc, char **argv)
{
    static const struct build build = {SIMULATOR_VERSION, BUILD_KEY};
    static struct machine machine;

    machine.session.options = options_parse(argc, argv, &build);
    machine_open(&machine.session, core_mcu());
    faults_open(&machine.session);
    visits_open(&machine.session);
    while (machine.session.exit_code < 0)
        run_cycle(&machine);
    return session_report(&machine.session, &build, machine.cycle);
}
