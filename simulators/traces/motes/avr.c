/* AVR: simavr, one instruction at a time, with registers and memory compared before and after. */
#include "avr/machine.h"

#include <string.h>
#include <simavr/sim_core.h>

#include "effect.h"
#include "failure.h"
#include "steps.h"

enum { REGISTERS = 32, RAM_BEGIN = 0x100 };

static struct machine machine;
static struct effect *effects;  /* one per word of flash */
static uint8_t last_factors[2]; /* of the multiplier */
static uint8_t registers_before[REGISTERS];

static struct session *open_machine(const struct options *options)
{
    machine.session.options = *options;
    machine_open(&machine);
    const struct image *image = &machine.session.image;
    effects = allocate(image->flash_end / 2, sizeof *effects);
    for (size_t i = 0; i < image->flash_end / 2; i++)
        effects[i] = effect_decode((uint16_t)(image->flash[2 * i] | image->flash[2 * i + 1] << 8));
    return &machine.session;
}

static void reset(void)
{
    avr_t *avr = machine.avr;
    avr_reset(avr);
    avr->cycle = 0;
    machine.half_sp = 0;
    memset(avr->data + RAM_BEGIN, 0, avr->ramend + 1u - RAM_BEGIN);
    memset(last_factors, 0, sizeof last_factors);
}

static struct moment now(void)
{
    const avr_t *avr = machine.avr;
    return (struct moment){avr->pc, stack_pointer(avr) + 1u, avr->cycle};
}

static uint8_t *data(uint32_t address)
{
    return address < machine.avr->ramend + 1u ? machine.avr->data + address : NULL;
}

static void require_health(uint32_t pc)
{
    const avr_t *avr = machine.avr;
    if (avr->state != cpu_Running || avr->pc >= machine.session.image.code_end)
        fail(STATUS_CRASHED, "the CPU crashed, sleeps or left the code at pc 0x%x", pc);
}

static uint32_t of_registers(uint32_t written, enum model model)
{
    const uint8_t *after = machine.avr->data;
    uint32_t value = 0;
    for (; written; written &= written - 1) {
        unsigned number = (unsigned)__builtin_ctz(written);
        value += ones_of_byte[model == MODEL_WEIGHT ? after[number] : after[number] ^ registers_before[number]];
    }
    return value;
}

static uint32_t of_factors(const struct effect *effect, enum model model)
{
    if (effect->first == NO_OPERAND)
        return 0;
    const uint8_t factors[2] = {registers_before[effect->first], registers_before[effect->second]};
    uint32_t value = 0;
    for (int i = 0; i < 2; i++) {
        value += ones_of_byte[model == MODEL_WEIGHT ? factors[i] : factors[i] ^ last_factors[i]];
        last_factors[i] = factors[i];
    }
    return value;
}

static enum flow step(bool watch, enum model model, uint32_t *value)
{
    avr_t *avr = machine.avr;
    const uint32_t pc = avr->pc;
    const struct opcode *opcode = &machine.opcodes[pc / 2];
    const struct effect *effect = &effects[pc / 2];
    const bool stores = watch && opcode->flags & (OPCODE_STORE | OPCODE_PUSH);
    uint8_t *cell = stores ? data(access_address(avr, opcode)) : NULL;
    const uint8_t cell_before = cell ? *cell : 0;

    if (opcode->flags & OPCODE_EXTENDED && access_address(avr, opcode) >= machine.session.image.flash_end)
        fail(STATUS_CRASHED, "the image read flash past its end (pc 0x%x)", pc);
    if (watch)
        memcpy(registers_before, avr->data, sizeof registers_before);
    avr->run_cycle_count = 0; /* one instruction and no more */
    avr->pc = avr_run_one(avr);
    require_health(pc);
    if (watch) {
        *value = of_registers(effect->written, model) + of_factors(effect, model);
        if (cell)
            *value += ones_of_byte[model == MODEL_WEIGHT ? *cell : *cell ^ cell_before];
    }
    return opcode->flags & OPCODE_RETURN ? FLOW_RETURN : opcode->flags & OPCODE_CALL ? FLOW_CALL : FLOW_ON;
}

static void run(struct follower *follower)
{
    static const struct stepper stepper = {reset, now, step};
    steps_run(&stepper, follower);
}

const struct core core_avr = {"avr", open_machine, run, data, NULL};
