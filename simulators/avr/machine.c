#include "machine.h"

#include <stdlib.h>
#include <string.h>
#include <simavr/sim_core.h>
#include <simavr/sim_io.h>

#include "failure.h"

/* First complaint of the simulator; its logger has no argument for us to find the machine by. */
static char first_complaint[160];

/* An error that the simulator only logs, such as an illegal instruction, stops the CPU as well. */
static void keep_complaint(avr_t *avr, const int level, const char *format, va_list arguments)
{
    if (level != LOG_ERROR)
        return;
    if (first_complaint[0] == '\0') {
        vsnprintf(first_complaint, sizeof first_complaint, format, arguments);
        first_complaint[strcspn(first_complaint, "\r\n")] = '\0';
    }
    if (avr != NULL)
        avr->state = cpu_Crashed;
}

void bytes_append(struct bytes *bytes, uint8_t value)
{
    if (bytes->count == bytes->capacity) {
        bytes->capacity = bytes->capacity == 0 ? 256 : 2 * bytes->capacity;
        bytes->data = realloc(bytes->data, bytes->capacity);
        if (bytes->data == NULL)
            fail(STATUS_FILE, "out of memory");
    }
    bytes->data[bytes->count++] = value;
}

static void write_output(avr_t *avr, avr_io_addr_t address, uint8_t value, void *machine)
{
    (void)avr, (void)address;
    bytes_append(&((struct machine *)machine)->output, value);
}

static void write_exit(avr_t *avr, avr_io_addr_t address, uint8_t value, void *machine)
{
    (void)avr, (void)address;
    ((struct machine *)machine)->exit_code = value;
}

static uint8_t read_input(avr_t *avr, avr_io_addr_t address, void *argument)
{
    struct machine *machine = argument;
    (void)address;
    if (machine->input_used == machine->input.count)
        fail(STATUS_INPUT_EXHAUSTED, "input exhausted: the image read more than its %zu bytes (pc 0x%x)",
             machine->input.count, avr->pc);
    return machine->input.data[machine->input_used++];
}

static void decode_flash(struct machine *machine)
{
    size_t words = machine->image.flash_bytes / 2;
    const uint8_t *flash = machine->image.flash;
    machine->opcodes = allocate(words, sizeof *machine->opcodes);
    for (size_t i = 0; i < words; i++) {
        size_t next = (i + 1) % words;
        machine->opcodes[i] = opcode_decode((uint16_t)(flash[2 * i] | flash[2 * i + 1] << 8),
                                            (uint16_t)(flash[2 * next] | flash[2 * next + 1] << 8));
    }
}

void machine_open(struct machine *machine, const char *mcu, uint32_t frequency_hz, const char *image_path)
{
    avr_global_logger_set(keep_complaint);
    avr_t *avr = avr_make_mcu_by_name(mcu);
    if (avr == NULL)
        fail(STATUS_USAGE, "no such MCU: %s", mcu);
    if (avr->ioend < IO_INPUT)
        fail(STATUS_USAGE, "%s has no extended I/O space for the firmware's input and output", mcu);
    avr_init(avr);
    avr->frequency = frequency_hz;
    avr->log = LOG_ERROR;

    machine->avr = avr;
    machine->exit_code = -1;
    machine->image = image_load(image_path, avr->flashend + 1);
    avr_loadcode(avr, machine->image.flash, machine->image.flash_bytes, 0);
    avr->codeend = machine->image.code_end;
    decode_flash(machine);
    avr_register_io_write(avr, IO_OUTPUT, write_output, machine);
    avr_register_io_write(avr, IO_EXIT, write_exit, machine);
    avr_register_io_read(avr, IO_INPUT, read_input, machine);
}

/* Code changes SP by two OUTs; between them it is neither the old nor the new one and means nothing. */
static bool is_stack_pointer_whole(struct machine *machine, const struct opcode *opcode)
{
    unsigned written = opcode->flags & (OPCODE_SP_LOW | OPCODE_SP_HIGH);
    machine->half_sp = written != 0 && machine->half_sp == 0 ? written : 0;
    return machine->half_sp == 0;
}

/* Follows the low-water marks, of the stack and of a task's. A stack that enters the variables would corrupt a mote in
 * silence. */
static void watch_stack(struct machine *machine, const struct opcode *opcode)
{
    if (!is_stack_pointer_whole(machine, opcode))
        return;
    uint16_t sp = stack_pointer(machine->avr);
    uint32_t lowest = (uint32_t)sp + 1;
    if (lowest >= machine->image.task_stack && lowest <= machine->image.task_stack_end) {
        meter_use_task_stack(&machine->meter, machine->image.task_stack_end - lowest);
        return;
    }
    if (lowest < machine->image.ram_end)
        fail(STATUS_STACK, "the stack ran into the variables: SP 0x%x, variables end at 0x%x (pc 0x%x)", sp,
             machine->image.ram_end, machine->avr->pc);
    if (machine->meter.inside && sp < machine->meter.low_sp)
        machine->meter.low_sp = sp;
}

/* The simulator would read past its own memory: RAMPZ may hold bits that the MCU does not have. */
static void check_flash_read(const struct machine *machine, const struct opcode *opcode)
{
    uint32_t address = access_address(machine->avr, opcode);
    if (address >= machine->image.flash_bytes)
        fail(STATUS_CRASHED, "the image read flash at 0x%x, past its end (pc 0x%x)", address, machine->avr->pc);
}

static void step(struct machine *machine)
{
    avr_t *avr = machine->avr;
    struct meter *meter = &machine->meter;
    const struct opcode *opcode = &machine->opcodes[avr->pc / 2];
    uint64_t before = avr->cycle;

    if (avr->pc == meter->entry && !meter->inside) {
        meter_begin(meter, avr);
        if (machine->profile != NULL)
            profile_begin(machine->profile, avr);
    }
    if (avr->pc == meter->step_entry && meter->inside)
        meter_begin_step(meter, avr);
    if (opcode->flags & OPCODE_EXTENDED)
        check_flash_read(machine, opcode);
    if (meter->inside)
        meter_count(meter, avr, opcode);
    avr->run_cycle_count = 0; /* one instruction and no more */
    avr->pc = avr_run_one(avr);
    if (avr->pc >= machine->image.flash_bytes || avr->state != cpu_Running)
        return;
    if (opcode->flags & OPCODE_MOVES_STACK)
        watch_stack(machine, opcode);
    if (!meter->inside)
        return;
    if (machine->profile != NULL)
        profile_step(machine->profile, avr, opcode, before);
    if (!(opcode->flags & OPCODE_RETURN))
        return;
    meter_end_step(meter, avr);
    if (meter_returned(meter, avr))
        meter_end(meter, avr);
}

void machine_run(struct machine *machine)
{
    avr_t *avr = machine->avr;
    while (machine->exit_code < 0) {
        uint32_t pc = avr->pc;
        step(machine);
        if (avr->state == cpu_Sleeping)
            fail(STATUS_CRASHED, "the CPU sleeps for ever at pc 0x%x: interrupts are off", pc);
        if (avr->state != cpu_Running)
            fail(STATUS_CRASHED, "the CPU crashed at pc 0x%x: %s", pc, first_complaint);
        if (avr->pc >= machine->image.code_end)
            fail(STATUS_CRASHED, "the CPU left the code at pc 0x%x for 0x%x", pc, avr->pc);
        if (avr->cycle > machine->max_cycles)
            fail(STATUS_CYCLE_LIMIT, "cycle limit: no exit after %llu cycles (pc 0x%x)",
                 (unsigned long long)machine->max_cycles, pc);
    }
}
