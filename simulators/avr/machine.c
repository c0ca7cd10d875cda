#include "machine.h"

#include <elf.h>
#include <string.h>
#include <simavr/sim_core.h>
#include <simavr/sim_io.h>

#include "failure.h"
#include "faults.h"
#include "visits.h"

enum {
    DATA_SPACE = 0x800000,       /* where the linker puts data addresses; flash is below */
    OTHER_SPACES_END = 0x900000, /* addresses of the EEPROM and other memories, after data addresses; not loaded */
    RAM_BEGIN = 0x100,
    FLASH_ADDRESS = 1 << 24, /* separates flash from data addresses in hash and trace */
};

/* First error message of the simulator; its logger has no argument by which we could find the machine. */
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

static void write_output(avr_t *avr, avr_io_addr_t address, uint8_t value, void *machine)
{
    (void)address;
    session_write(&((struct machine *)machine)->session, value, avr->pc);
}

static void write_exit(avr_t *avr, avr_io_addr_t address, uint8_t value, void *machine)
{
    (void)address;
    session_exit(&((struct machine *)machine)->session, value, avr->pc);
}

static uint8_t read_input(avr_t *avr, avr_io_addr_t address, void *machine)
{
    (void)address;
    return session_read(&((struct machine *)machine)->session, avr->pc);
}

static void decode_flash(struct machine *machine)
{
    size_t words = machine->session.image.flash_end / 2;
    const uint8_t *flash = machine->session.image.flash;
    machine->opcodes = allocate(words, sizeof *machine->opcodes);
    for (size_t i = 0; i < words; i++) {
        size_t next = (i + 1) % words;
        machine->opcodes[i] = opcode_decode((uint16_t)(flash[2 * i] | flash[2 * i + 1] << 8),
                                            (uint16_t)(flash[2 * next] | flash[2 * next + 1] << 8));
    }
}

void machine_open(struct machine *machine)
{
    const struct options *options = &machine->session.options;
    avr_global_logger_set(keep_complaint);
    avr_t *avr = avr_make_mcu_by_name(options->mcu);
    if (avr == NULL)
        fail(STATUS_USAGE, "no such MCU: %s", options->mcu);
    if (avr->ioend < IO_INPUT)
        fail(STATUS_USAGE, "%s has no extended I/O space for the firmware's input and output", options->mcu);
    avr_init(avr);
    avr->frequency = (uint32_t)options->frequency_hz;
    avr->log = LOG_ERROR;

    machine->avr = avr;
    struct memories memories = {
        .family = "AVR",
        .elf_machine = EM_AVR,
        .flash_end = avr->flashend + 1,
        .data_space = DATA_SPACE,
        .data_space_end = OTHER_SPACES_END,
        .ram_begin = RAM_BEGIN,
    };
    machine->session.image = image_load(options->image, &memories);
    avr_loadcode(avr, machine->session.image.flash, memories.flash_end, 0);
    avr->codeend = machine->session.image.code_end;
    decode_flash(machine);
    avr_register_io_write(avr, IO_OUTPUT, write_output, machine);
    avr_register_io_write(avr, IO_EXIT, write_exit, machine);
    avr_register_io_read(avr, IO_INPUT, read_input, machine);
    session_open(&machine->session, avr->data, avr->address_size);
    faults_open(&machine->session);
    visits_open(&machine->session);
}

static struct moment moment_of(const avr_t *avr)
{
    return (struct moment){avr->pc, stack_pointer(avr) + 1u, avr->cycle};
}

/* Code changes SP by two OUTs; between them SP holds neither the old nor the new value. */
static bool is_stack_pointer_whole(struct machine *machine, const struct opcode *opcode)
{
    unsigned written = opcode->flags & (OPCODE_SP_LOW | OPCODE_SP_HIGH);
    machine->half_sp = written != 0 && machine->half_sp == 0 ? written : 0;
    return machine->half_sp == 0;
}

/* The simulator would read past its own memory: RAMPZ may hold bits that the MCU does not have. */
static void check_flash_read(const struct machine *machine, const struct opcode *opcode)
{
    uint32_t address = access_address(machine->avr, opcode);
    if (address >= machine->session.image.flash_end)
        fail(STATUS_CRASHED, "the image read flash at 0x%x, past its end (pc 0x%x)", address, machine->avr->pc);
}

static void count(struct machine *machine, const struct opcode *opcode)
{
    const avr_t *avr = machine->avr;
    bool has_access = opcode->flags & OPCODE_ACCESS;
    uint32_t address =
        has_access ? access_address(avr, opcode) | (opcode->flags & OPCODE_FLASH ? FLASH_ADDRESS : 0u) : 0;
    meter_count(&machine->session.meter, avr->pc,
                &(struct activity){
                    .addresses = &address,
                    .address_count = has_access,
                    .loads = (opcode->flags & OPCODE_LOAD) != 0,
                    .stores = (opcode->flags & OPCODE_STORE) != 0,
                    .is_xor = (opcode->flags & OPCODE_XOR) != 0,
                });
}

/* Instructions of two words: LDS, STS, JMP, CALL. */
static bool is_long(uint16_t word)
{
    return (word & 0xfc0f) == 0x9000 || (word & 0xfe0c) == 0x940c;
}

static bool skip(void *machine)
{
    avr_t *avr = ((struct machine *)machine)->avr;
    uint16_t word = (uint16_t)(avr->flash[avr->pc] | avr->flash[avr->pc + 1] << 8);
    avr->pc += is_long(word) ? 4 : 2;
    return avr->pc < ((struct machine *)machine)->session.image.flash_end;
}

/* R0 to R31, and as FLAGS the status register. */
static bool set_register(void *machine, unsigned number, uint32_t keep, uint32_t flip)
{
    enum { FLAGS = 32 };
    avr_t *avr = ((struct machine *)machine)->avr;
    uint8_t *place = number == FLAGS ? avr->sreg : NULL;
    if (number > FLAGS || flip > UINT8_MAX)
        return false;
    if (place == NULL) {
        avr->data[number] = (uint8_t)((avr->data[number] & keep) ^ flip);
        return true;
    }
    for (unsigned i = 0; i < 8; i++)
        place[i] = (uint8_t)((place[i] & keep & 1) ^ (flip >> i & 1));
    return true;
}

static bool flip_memory(void *machine, uint32_t address, unsigned bit)
{
    avr_t *avr = ((struct machine *)machine)->avr;
    if (address < RAM_BEGIN || address > avr->ramend || bit > 7)
        return false;
    avr->data[address] ^= (uint8_t)(1u << bit);
    return true;
}

static bool flip_opcode(void *machine, uint32_t pc, unsigned bit)
{
    avr_t *avr = ((struct machine *)machine)->avr;
    if (bit > 15)
        return false;
    avr->flash[pc + bit / 8] ^= (uint8_t)(1u << bit % 8);
    return true;
}

static const struct fault_target target = {skip, set_register, flip_memory, flip_opcode};

static enum flow flow_of(const struct opcode *opcode)
{
    return opcode->flags & OPCODE_RETURN ? FLOW_RETURN : opcode->flags & OPCODE_CALL ? FLOW_CALL : FLOW_ON;
}

static void step(struct machine *machine)
{
    avr_t *avr = machine->avr;
    struct session *session = &machine->session;
    const struct opcode *opcode = &machine->opcodes[avr->pc / 2];
    struct moment now = moment_of(avr);
    uint64_t before = avr->cycle;

    session_before(session, &now);
    if (session->visits != NULL)
        visits_before(session, &now);
    if (session->faults != NULL && faults_before(session, &target, machine, &now))
        opcode = &machine->opcodes[avr->pc / 2];
    if (opcode->flags & OPCODE_EXTENDED)
        check_flash_read(machine, opcode);
    if (session->meter.inside)
        count(machine, opcode);
    avr->run_cycle_count = 0; /* one instruction and no more */
    avr->pc = avr_run_one(avr);
    if (avr->pc >= session->image.flash_end || avr->state != cpu_Running)
        return;
    now = moment_of(avr);
    if (opcode->flags & OPCODE_MOVES_STACK && is_stack_pointer_whole(machine, opcode))
        session_watch_stack(session, &now);
    session_after(session, &now, flow_of(opcode), before);
}

void machine_run(struct machine *machine)
{
    avr_t *avr = machine->avr;
    while (machine->session.exit_code < 0) {
        uint32_t pc = avr->pc;
        step(machine);
        if (avr->state == cpu_Sleeping)
            fail(STATUS_CRASHED, "the CPU sleeps for ever at pc 0x%x: interrupts are off", pc);
        if (avr->state != cpu_Running)
            fail(STATUS_CRASHED, "the CPU crashed at pc 0x%x: %s", pc, first_complaint);
        if (avr->pc >= machine->session.image.code_end)
            fail(STATUS_CRASHED, "the CPU left the code at pc 0x%x for 0x%x", pc, avr->pc);
        if (avr->cycle > machine->session.options.max_cycles)
            fail(STATUS_CYCLE_LIMIT, "cycle limit: no exit after %llu cycles (pc 0x%x)",
                 (unsigned long long)machine->session.options.max_cycles, pc);
    }
}
