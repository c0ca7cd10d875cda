/* Ibex: the RTL, an instruction at its completion. Copies of the registers and of RAM follow the completed
 * instructions, so that those of the pipeline do not matter to `weight` and `distance`. `toggles` counts the flip-flops
 * that change from one completion to the next: with an instruction also the earlier stages of those behind it. */
#include <string.h>

#include "effect.h"
#include "failure.h"
#include "follower.h"
#include "ibex/instruction.h"
#include "ibex/machine.h"
#include "ibex_open/netlist.h"

enum { REGISTERS = 32 };

static struct session session;
static struct follower *follower;
static uint8_t ram[RAM_BYTES];

static struct {
    uint64_t cycle;
    uint32_t registers[REGISTERS];
    uint32_t last_factors[2]; /* of the multiplier */
    uint32_t toggles[MODULES];
    uint32_t return_to; /* of the measured routine */
    bool is_counting;   /* its first instruction has come to its completion */
} state;

static uint32_t valued(uint32_t after, uint32_t before)
{
    return ones(follower->model == MODEL_WEIGHT ? after : after ^ before);
}

static uint32_t of_factors(const struct effect *effect)
{
    uint32_t value = 0;
    for (int i = 0; effect->is_product && i < 2; i++) {
        const uint32_t factor = state.registers[effect->sources[i]];
        value += valued(factor, state.last_factors[i]);
        state.last_factors[i] = factor;
    }
    return value;
}

static uint32_t of_store(const struct effect *effect, uint32_t address)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < effect->stored_bytes && address + i - RAM_BEGIN < RAM_BYTES; i++) {
        uint8_t *byte = &ram[address + i - RAM_BEGIN];
        const uint8_t after = (uint8_t)(state.registers[effect->sources[1]] >> 8 * i);
        value += valued(after, *byte);
        *byte = after;
    }
    return value;
}

/* Without the stack pointer, and without the return address of a call. */
static uint32_t of_register(const struct retired *retired)
{
    const uint32_t before = state.registers[retired->destination];
    state.registers[retired->destination] = retired->result;
    const bool is_left_out = retired->destination == 0 || retired->destination == SP;
    state.registers[0] = 0;
    return is_left_out || instruction_calls(retired->instruction) ? 0 : valued(retired->result, before);
}

static void take(const struct retired *retired, uint32_t value)
{
    const struct moment at = {.pc = retired->pc};
    const bool returned = instruction_jumps_to_register(retired->instruction) && retired->next_pc == state.return_to &&
                          state.registers[SP] == follower->stack;
    if (follower->model != MODEL_TOGGLES)
        follower_after(follower, &at, value, returned);
    else
        follower_after_modules(follower, &at, state.toggles, MODULES, returned);
}

static void complete(const struct retired *retired)
{
    const struct effect effect = effect_decode(retired->instruction);
    const uint32_t value = of_factors(&effect) + of_store(&effect, retired->address) + of_register(retired);
    state.is_counting |= follower->inside && retired->pc == follower->entry;
    if (state.is_counting && follower->inside)
        take(retired, value);
    memset(state.toggles, 0, sizeof state.toggles);
}

/* The first instruction of the routine has come into the decode stage: all before it have done their work. */
static void enter(uint32_t pc)
{
    const struct moment now = {.pc = pc, .stack = core_register(SP)};
    follower_before(follower, &now);
    state.return_to = core_register(RA);
    memcpy(ram, core_ram(), sizeof ram);
    core_toggles(state.toggles);
    memset(state.toggles, 0, sizeof state.toggles);
}

static void run_cycle(void)
{
    struct retired retired;
    uint32_t pc;
    if (!follower->inside && !follower->done && core_decodes(&pc) && pc == follower->entry)
        enter(pc);
    const bool is_completed = machine_clock(&session, &state.cycle, &retired);
    if (follower->inside && follower->model == MODEL_TOGGLES)
        core_toggles(state.toggles);
    if (is_completed)
        complete(&retired);
}

static void run(struct follower *given)
{
    follower = given;
    memset(&state, 0, sizeof state);
    memset(ram, 0, sizeof ram);
    machine_reset(&session);
    while (follower_goes_on(follower))
        run_cycle();
}

static struct session *open_machine(const struct options *options)
{
    session.options = *options;
    session.options.measure = NULL; /* the follower does it */
    machine_open(&session, core_mcu());
    return &session;
}

static uint8_t *data(uint32_t address)
{
    return address - RAM_BEGIN < RAM_BYTES ? &core_ram()[address - RAM_BEGIN] : NULL;
}

/* A program holds one of the two; open_machine says so of the other. */
static const struct core core_ibex = {"ibex", open_machine, run, data, .has_toggles = true};
static const struct core core_ibex_b = {"ibex-b", open_machine, run, data, .has_toggles = true};

const struct core *const cores[] = {&core_ibex, &core_ibex_b, NULL};
