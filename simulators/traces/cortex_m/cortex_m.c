/* Cortex-M: Unicorn, which calls before each instruction and each store. What an instruction has done is seen before
 * the next one. A copy of the registers follows them; it is compared with all of them now and then, so that an
 * instruction of unknown effect ends the program. */
#include <string.h>

#include "effect.h"
#include "elmo.h"
#include "failure.h"
#include "follower.h"
#include "machine.h"
#include "semihosting.h"

enum { GENERAL_REGISTERS = LR + 1, BETWEEN_COMPARISONS = 64 };

static struct session session;
static struct machine machine __attribute__((aligned(0x1000)));
static struct effect *effects;    /* one per halfword of flash */
static struct operands *operands; /* of the same */
static struct follower *follower;

static struct {
    bool is_on; /* the last instruction is watched */
    struct moment at;
    uint32_t it;     /* ITSTATE for the instruction behind it */
    uint32_t stores; /* their value */
    uint32_t cell;   /* what is in memory where it stores, 32 bits from an even address on */
    struct handled before;
    uint32_t registers[GENERAL_REGISTERS];
    uint32_t last_factors[2]; /* of the multiplier */
    uint32_t return_to;       /* of the measured routine */
    unsigned until_comparison;
} last;

static uint32_t valued(uint32_t after, uint32_t before)
{
    return ones(follower->model == MODEL_WEIGHT ? after : after ^ before);
}

static uint32_t cell_at(struct machine *machine, uint32_t address)
{
    uint32_t cell = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t *byte = machine_ram(machine, (address & ~(uint32_t)1) + i);
        cell |= byte == NULL ? 0 : (uint32_t)*byte << 8 * i;
    }
    return cell;
}

static void on_store(struct machine *machine, uint32_t address, unsigned size, uint64_t value)
{
    last.cell = follower->model == MODEL_ELMO ? cell_at(machine, address) : 0;
    for (unsigned i = 0; last.is_on && i < size; i++) {
        const uint8_t *byte = machine_ram(machine, address + i);
        last.stores += byte == NULL ? 0 : valued(value >> 8 * i & 0xff, *byte);
    }
}

/* After the instruction, before the copy of the registers follows it. */
static uint32_t operand_value(const struct operand *operand)
{
    switch (operand->kind) {
    case OPERAND_NUMBER:
        return operand->number;
    case OPERAND_LOADED:
        return machine_get(&machine, operand->number);
    case OPERAND_CELL:
        return last.cell;
    case OPERAND_REGISTER:
        break;
    default:
        return 0;
    }
    return operand->number == SP   ? last.at.stack
           : operand->number == PC ? last.at.pc + 4
                                   : last.registers[operand->number];
}

static uint32_t of_operands(enum group next)
{
    const struct operands *known = &operands[last.at.pc / 2];
    const struct handled now = {known->group, {operand_value(&known->of[0]), operand_value(&known->of[1])}};
    const uint32_t value = elmo_value(&last.before, &now, next);
    last.before = now;
    return value;
}

/* Before they are written. */
static uint32_t of_factors(const struct effect *effect)
{
    uint32_t value = 0;
    if (effect->first == NO_OPERAND)
        return 0;
    const uint32_t factors[2] = {last.registers[effect->first], last.registers[effect->second]};
    for (int i = 0; i < 2; i++) {
        value += valued(factors[i], last.last_factors[i]);
        last.last_factors[i] = factors[i];
    }
    return value;
}

static uint32_t of_registers(const struct effect *effect)
{
    uint32_t value = 0;
    for (unsigned written = effect->written; written; written &= written - 1) {
        const unsigned number = (unsigned)__builtin_ctz(written);
        const uint32_t after = machine_get(&machine, number);
        value += valued(after, last.registers[number]);
        last.registers[number] = after;
    }
    if (effect->is_call)
        last.registers[LR] = machine_get(&machine, LR);
    return value;
}

static void compare_registers(uint32_t pc)
{
    for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
        if (i != SP && last.registers[i] != machine_get(&machine, i))
            fail(STATUS_CRASHED, "r%u was written by an instruction of unknown effect, before pc 0x%x", i, pc);
    last.until_comparison = BETWEEN_COMPARISONS;
}

/* Instructions of an IT block whose condition fails handle nothing, but take their time. */
static void take_skipped(const struct moment *now)
{
    struct moment at = last.at;
    uint32_t it = last.it;
    for (at.pc += effects[at.pc / 2].bytes; it != 0 && at.pc != now->pc; it = it_advanced(it)) {
        follower_after(follower, &at, 0, false);
        at.pc += effects[at.pc / 2].bytes;
    }
}

/* The instruction before this one has ended. */
static void end_last(const struct moment *now)
{
    const struct effect *effect = &effects[last.at.pc / 2];
    const bool returned = now->pc == last.return_to && now->stack == follower->stack;
    const bool is_elmo = follower->model == MODEL_ELMO;
    const uint32_t first = is_elmo ? of_operands(operands[now->pc / 2].group) : of_factors(effect);
    const uint32_t registers = of_registers(effect), value = is_elmo ? first : first + registers + last.stores;
    last.is_on = false;
    if (--last.until_comparison == 0)
        compare_registers(now->pc);
    follower_after(follower, &last.at, value, returned);
    take_skipped(now);
}

static void on_instruction(struct machine *machine, const struct moment *now)
{
    const bool was_inside = follower->inside;
    if (last.is_on)
        end_last(now);
    if (!follower_goes_on(follower)) {
        machine_stop(machine);
        return;
    }
    last.is_on = follower_before(follower, now);
    if (!last.is_on)
        return;
    if (!was_inside) {
        for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
            last.registers[i] = machine_get(machine, i);
        last.return_to = last.registers[LR] & ~(uint32_t)1;
        last.until_comparison = BETWEEN_COMPARISONS;
    }
    last.at = *now;
    last.it = machine_next_it(machine);
    last.stores = 0;
}

static struct session *open_machine(const struct options *options)
{
    session.options = *options;
    session.options.measure = NULL; /* the follower does it */
    machine_open(&machine, &session, semihosting_call);
    machine.on_instruction = on_instruction;
    machine.on_store = on_store;
    const struct image *image = &session.image;
    const uint8_t *flash = image->flash;
    effects = allocate(image->code_end / 2 + 1, sizeof *effects);
    operands = allocate(image->code_end / 2 + 1, sizeof *operands);
    for (size_t i = 0; i < image->code_end && i + 3 < FLASH_BYTES; i += 2) {
        const uint16_t code = (uint16_t)(flash[i] | flash[i + 1] << 8);
        effects[i / 2] = effect_decode(code, (uint16_t)(flash[i + 2] | flash[i + 3] << 8));
        operands[i / 2] = operands_decode(code);
    }
    return &session;
}

static void run(struct follower *given)
{
    follower = given;
    memset(&last, 0, sizeof last);
    last.before.group = NOT_PROFILED; /* before the routine */
    machine_reset(&machine);
    machine_run(&machine);
}

static uint8_t *data(uint32_t address)
{
    return machine_ram(&machine, address);
}

static const struct core core_cortex_m = {"cortex-m", open_machine, run, data, elmo_read};

const struct core *const cores[] = {&core_cortex_m, NULL};
