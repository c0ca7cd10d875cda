/* Motes with an MSP430: the processor of mc-msp430, whose port is here the mailbox. */
#include <elf.h>

#include "failure.h"
#include "generator.h"
#include "mailbox.h"
#include "msp430/cpu.h"
#include "processor.h"
#include "session.h"

struct msp430 {
    struct cpu cpu;
    struct session session;
};

uint8_t port_read(void *port, uint32_t pc)
{
    (void)pc;
    return mailbox_read(port);
}

void port_write(void *port, uint32_t address, uint8_t value, uint32_t pc)
{
    (void)pc;
    if (address == IO_EXIT)
        mailbox_select(port, value);
    else
        mailbox_write(port, value);
}

static void *open_msp430(struct mote *mote, const char *name, uint32_t frequency_hz, const char *image)
{
    struct msp430 *opened = allocate(1, sizeof *opened);
    const struct mcu *mcu = mcu_find(name);
    struct memories memories = {
        .family = "MSP430",
        .elf_machine = EM_MSP430,
        .flash_begin = mcu->flash_begin,
        .flash_end = mcu->flash_end,
        .data_space_end = mcu->ram_end,
        .ram_begin = mcu->ram_begin,
    };
    opened->session.options = (struct options){.mcu = name, .frequency_hz = frequency_hz, .image = image};
    opened->session.image = image_load(image, &memories);
    opened->cpu = (struct cpu){.mcu = mcu, .memory = opened->session.image.flash, .port = mote};
    opened->cpu.multiplier.is_mpy32 = mcu->has_mpy32;
    session_open(&opened->session, opened->cpu.memory, 2);
    opened->session.meter.inside = true; /* so that the low-water mark of the stack is followed */
    opened->session.meter.low = UINT32_MAX;
    return opened;
}

static void reset(void *machine, struct generator *noise)
{
    struct msp430 *opened = machine;
    const struct mcu *mcu = opened->cpu.mcu;
    opened->cpu =
        (struct cpu){.mcu = mcu, .memory = opened->cpu.memory, .port = opened->cpu.port, .cycle = opened->cpu.cycle};
    opened->cpu.multiplier.is_mpy32 = mcu->has_mpy32;
    for (uint32_t at = mcu->ram_begin; at < mcu->ram_end; at++)
        opened->cpu.memory[at] = (uint8_t)generator_next(noise);
    const uint8_t *vector = opened->cpu.memory + RESET_VECTOR;
    opened->cpu.registers[PC] = (uint32_t)(vector[0] | vector[1] << 8);
    opened->cpu.registers[SP] = mcu->ram_end; /* the start-up code sets it; till then nothing uses it */
}

static void run(void *machine, uint64_t cycles, const bool *asleep)
{
    struct msp430 *opened = machine;
    struct cpu *cpu = &opened->cpu;
    while (cpu->cycle < cycles && !*asleep) {
        uint32_t stack = cpu->registers[SP];
        cpu_step(cpu);
        if (cpu->registers[PC] >= opened->session.image.code_end)
            fail(STATUS_CRASHED, "the CPU left the code at pc 0x%x for 0x%x", cpu->at, cpu->registers[PC]);
        if (cpu->registers[SP] != stack)
            session_watch_stack(&opened->session, &(struct moment){cpu->registers[PC], cpu->registers[SP], cpu->cycle});
    }
}

static uint64_t cycles(const void *machine)
{
    return ((const struct msp430 *)machine)->cpu.cycle;
}

static struct depth depth(const void *machine)
{
    const struct msp430 *opened = machine;
    const struct meter *meter = &opened->session.meter;
    uint32_t end = opened->cpu.mcu->ram_end;
    return (struct depth){meter->low > end ? 0 : end - meter->low, meter->current.task_stack_bytes};
}

const struct processor_kind processor_msp430 = {"msp430f1611", open_msp430, reset, run, cycles, depth};
