/* Motes with an AVR: simavr, opened and watched as by mc-simavr. Interrupts stay off. */
#include "avr/machine.h"

#include <simavr/sim_core.h>
#include <simavr/sim_io.h>

#include "failure.h"
#include "generator.h"
#include "mailbox.h"
#include "processor.h"

enum { RAM_BEGIN = 0x100 };

static void write_byte(avr_t *avr, avr_io_addr_t address, uint8_t value, void *mote)
{
    (void)avr, (void)address;
    mailbox_write(mote, value);
}

static void select_channel(avr_t *avr, avr_io_addr_t address, uint8_t value, void *mote)
{
    (void)avr, (void)address;
    mailbox_select(mote, value);
}

static uint8_t read_byte(avr_t *avr, avr_io_addr_t address, void *mote)
{
    (void)avr, (void)address;
    return mailbox_read(mote);
}

/* The mailbox takes the place of the session's input and output, which machine_open has registered. */
static void connect(avr_t *avr, struct mote *mote)
{
    avr->io[AVR_DATA_TO_IO(IO_OUTPUT)].w.c = write_byte;
    avr->io[AVR_DATA_TO_IO(IO_OUTPUT)].w.param = mote;
    avr->io[AVR_DATA_TO_IO(IO_EXIT)].w.c = select_channel;
    avr->io[AVR_DATA_TO_IO(IO_EXIT)].w.param = mote;
    avr->io[AVR_DATA_TO_IO(IO_INPUT)].r.c = read_byte;
    avr->io[AVR_DATA_TO_IO(IO_INPUT)].r.param = mote;
}

static void *open_avr(struct mote *mote, const char *mcu, uint32_t frequency_hz, const char *image)
{
    struct machine *machine = allocate(1, sizeof *machine);
    machine->session.options = (struct options){.mcu = mcu, .frequency_hz = frequency_hz, .image = image};
    machine_open(machine);
    connect(machine->avr, mote);
    machine->session.meter.inside = true; /* so that the low-water mark of the stack is followed */
    machine->session.meter.low = UINT32_MAX;
    return machine;
}

static void reset(void *opened, struct generator *noise)
{
    struct machine *machine = opened;
    avr_t *avr = machine->avr;
    avr_cycle_count_t cycle = avr->cycle;
    avr_reset(avr);
    avr->cycle = cycle;
    machine->half_sp = 0;
    for (uint32_t at = RAM_BEGIN; at <= avr->ramend; at++)
        avr->data[at] = (uint8_t)generator_next(noise);
}

/* Code changes SP by two OUTs; between them it is neither the old nor the new one. */
static void watch_stack(struct machine *machine, unsigned flags)
{
    unsigned written = flags & (OPCODE_SP_LOW | OPCODE_SP_HIGH);
    machine->half_sp = written != 0 && machine->half_sp == 0 ? written : 0;
    if (machine->half_sp != 0)
        return;
    const avr_t *avr = machine->avr;
    session_watch_stack(&machine->session, &(struct moment){avr->pc, stack_pointer(avr) + 1u, avr->cycle});
}

static void require_health(const struct machine *machine, uint32_t pc)
{
    const avr_t *avr = machine->avr;
    if (avr->state == cpu_Sleeping)
        fail(STATUS_CRASHED, "the CPU sleeps for ever at pc 0x%x: interrupts are off", pc);
    if (avr->state != cpu_Running)
        fail(STATUS_CRASHED, "the CPU crashed at pc 0x%x", pc);
    if (avr->pc >= machine->session.image.code_end)
        fail(STATUS_CRASHED, "the CPU left the code at pc 0x%x for 0x%x", pc, avr->pc);
}

static void run(void *opened, uint64_t cycles, const bool *asleep)
{
    struct machine *machine = opened;
    avr_t *avr = machine->avr;
    const uint32_t flash_end = machine->session.image.flash_end;
    while (avr->cycle < cycles && !*asleep) {
        const uint32_t pc = avr->pc;
        const struct opcode *opcode = &machine->opcodes[pc / 2];
        if (opcode->flags & OPCODE_EXTENDED && access_address(avr, opcode) >= flash_end)
            fail(STATUS_CRASHED, "the image read flash past its end (pc 0x%x)", pc);
        avr->run_cycle_count = 0; /* one instruction and no more */
        avr->pc = avr_run_one(avr);
        require_health(machine, pc);
        if (opcode->flags & OPCODE_MOVES_STACK)
            watch_stack(machine, opcode->flags);
    }
}

static uint64_t cycles(const void *opened)
{
    return ((const struct machine *)opened)->avr->cycle;
}

static struct depth depth(const void *opened)
{
    const struct machine *machine = opened;
    const struct meter *meter = &machine->session.meter;
    uint32_t end = machine->avr->ramend + 1u;
    return (struct depth){meter->low > end ? 0 : end - meter->low, meter->current.task_stack_bytes};
}

const struct processor_kind processor_avr = {"atmega128", open_avr, reset, run, cycles, depth};
