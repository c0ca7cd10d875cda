#include "machine.h"

#include <elf.h>
#include <string.h>

#include "failure.h"
#include "faults.h"
#include "visits.h"

enum { PAGE = 0x1000, BKPT_SEMIHOSTING = 0xbeab, THUMB = 1 };
/* The system control space (DDI 0403, B3.2), which Unicorn does not have: registers that only keep what is written, as
 * CPACR does when start-up code switches the floating-point unit on. */
#define SYSTEM_BEGIN 0xe000e000u
#define SYSTEM_BYTES 0x1000u
enum { IT_LOW = 0x06000000, IT_HIGH = 0x0000fc00 }; /* of ITSTATE in xPSR: bits 1:0, and 7:2 */

static const int names[REGISTERS] = {
    UC_ARM_REG_R0,  UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4,   UC_ARM_REG_R5,
    UC_ARM_REG_R6,  UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10,  UC_ARM_REG_R11,
    UC_ARM_REG_R12, UC_ARM_REG_SP, UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_XPSR,
};

static void demand(uc_err error, const char *what)
{
    if (error)
        fail(STATUS_CRASHED, "%s: %s", what, uc_strerror(error));
}

uint32_t machine_get(const struct machine *machine, unsigned number)
{
    uint32_t value = 0;
    if (number == PC)
        return machine->pc;
    demand(uc_reg_read(machine->uc, names[number], &value), "a register");
    return value;
}

void machine_set(struct machine *machine, unsigned number, uint32_t value)
{
    if (number == PC) {
        machine->pc = value & ~(uint32_t)THUMB;
        machine->is_moved = true;
    } else
        demand(uc_reg_write(machine->uc, names[number], &value), "a register");
}

uint8_t *machine_ram(struct machine *machine, uint32_t address)
{
    return address - RAM_BEGIN < RAM_BYTES ? &machine->ram[address - RAM_BEGIN] : NULL;
}

static unsigned halfword(const struct machine *machine, uint32_t address)
{
    const uint8_t *flash = machine->session->image.flash;
    return address + 1 < FLASH_BYTES ? flash[address] | (unsigned)flash[address + 1] << 8 : 0;
}

static unsigned size_at(const struct machine *machine, uint32_t address)
{
    return halfword(machine, address) >> 11 >= 0x1d ? 4 : 2;
}

/* ITSTATE one instruction further in a block (ARMv7-M Architecture Reference Manual, DDI 0403, A7.3.2). */
uint32_t it_advanced(uint32_t it)
{
    return (it & 7) == 0 ? 0 : (it & 0xe0) | (it << 1 & 0x1f);
}

/* ITSTATE of the instruction at an address. The hook is not called for the instructions of a block whose
 * condition fails, so their number is found from the beginning of the block. */
static uint32_t it_at(const struct machine *machine, uint32_t address)
{
    uint32_t at = machine->block_begin, it = machine->block;
    for (; it != 0 && at < address; it = it_advanced(it))
        at += size_at(machine, at);
    return at == address ? it : 0;
}

uint32_t machine_next_it(const struct machine *machine)
{
    const bool begins = machine->block != 0 && machine->block_begin == machine->pc + 2;
    return begins ? machine->block : it_advanced(machine->it);
}

/* Notes the block that an instruction IT begins (A7.7.38). */
static void note_block(struct machine *machine)
{
    const unsigned code = halfword(machine, machine->pc);
    if ((code & 0xff00) != 0xbf00 || (code & 15) == 0)
        return;
    machine->block = code & 0xff;
    machine->block_begin = machine->pc + 2;
}

static void set_it(struct machine *machine, uint32_t it)
{
    const uint32_t status = machine_get(machine, STATUS_REGISTER) & ~(uint32_t)(IT_LOW | IT_HIGH);
    machine_set(machine, STATUS_REGISTER, status | (it & 3) << 25 | (it >> 2) << 10);
}

/* Tells Unicorn where to go on, and in which place of an IT block. It ends what it has translated. */
static void resume(struct machine *machine)
{
    const uint32_t place = machine->pc | THUMB;
    set_it(machine, machine->it);
    demand(uc_reg_write(machine->uc, UC_ARM_REG_PC, &place), "the program counter");
    machine->is_moved = false;
    machine->is_resumed = true;
}

/* The state in which to go on, when the block ends. */
static void stop(struct machine *machine)
{
    for (unsigned i = 0; i < REGISTERS; i++)
        machine->stop.registers[i] = machine_get(machine, i);
    machine->stop.store_count = 0;
    machine->stop.is_on = true;
}

static void store(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value, void *data)
{
    struct machine *machine = data;
    struct stop *stop = &machine->stop;
    (void)uc, (void)type;
    if (machine->on_store != NULL)
        machine->on_store(machine, (uint32_t)address, (unsigned)size, (uint64_t)value);
    for (int i = 0; i < size && stop->is_on; i++) {
        uint8_t *byte = machine_ram(machine, (uint32_t)address + (uint32_t)i);
        if (byte == NULL || stop->store_count == sizeof stop->stores / sizeof stop->stores[0])
            return;
        stop->stores[stop->store_count].byte = byte;
        stop->stores[stop->store_count++].old = *byte;
    }
}

/* Before the first instruction behind the block. */
static void undo(struct machine *machine)
{
    struct stop *stop = &machine->stop;
    stop->is_on = false;
    while (stop->store_count > 0) {
        stop->store_count--;
        *stop->stores[stop->store_count].byte = stop->stores[stop->store_count].old;
    }
    for (unsigned i = 0; i < REGISTERS; i++)
        machine_set(machine, i, stop->registers[i]);
    resume(machine);
}

static bool skip(void *data)
{
    struct machine *machine = data;
    machine->it = it_advanced(machine->it);
    machine_set(machine, PC, machine->pc + size_at(machine, machine->pc));
    return true;
}

static bool set_register(void *data, unsigned number, uint32_t keep, uint32_t flip)
{
    struct machine *machine = data;
    if (number >= REGISTERS)
        return false;
    machine_set(machine, number, (machine_get(machine, number) & keep) ^ flip);
    /* The condition of this instruction was looked at before the hook was called. */
    machine->is_moved |= number == STATUS_REGISTER && machine->it != 0;
    return true;
}

static bool flip_memory(void *data, uint32_t address, unsigned bit)
{
    uint8_t *byte = machine_ram(data, address);
    if (byte == NULL || bit > 7)
        return false;
    *byte ^= (uint8_t)(1u << bit);
    return true;
}

static bool flip_opcode(void *data, uint32_t pc, unsigned bit)
{
    struct machine *machine = data;
    if (bit > 15 || pc + 2 > FLASH_BYTES)
        return false;
    machine->session->image.flash[pc + bit / 8] ^= (uint8_t)(1u << bit % 8);
    demand(uc_ctl_remove_cache(machine->uc, pc, pc + 4), "translated code");
    machine->is_moved = true;
    return true;
}

static const struct fault_target fault_target = {skip, set_register, flip_memory, flip_opcode};

/* Follows the measured routine: its first instruction, and the one to which it returns. */
static void measure(struct machine *machine, const struct moment *now)
{
    struct session *session = machine->session;
    if (session->meter.inside && now->pc == machine->return_to && now->stack == session->meter.entry_stack)
        meter_end(&session->meter, now);
    if (now->pc == session->meter.entry && !session->meter.inside)
        machine->return_to = machine_get(machine, LR) & ~(uint32_t)THUMB;
    session_before(session, now);
}

/* Before an instruction. */
static void instruction(uc_engine *uc, uint64_t address, uint32_t size, void *data)
{
    struct machine *machine = data;
    struct session *session = machine->session;
    const bool is_known = machine->is_resumed;
    (void)size;
    if (machine->stop.is_on) {
        if (it_at(machine, (uint32_t)address) == 0)
            undo(machine);
        return;
    }
    machine->pc = (uint32_t)address;
    machine->is_resumed = false;
    if (is_known)
        set_it(machine, 0); /* the translation has it; Unicorn 2.0 would use it again behind the block */
    else {
        machine->it = it_at(machine, machine->pc);
        machine->count++;
    }
    note_block(machine);
    const struct moment now = {machine->pc, machine_get(machine, SP), machine->count};
    if (machine->on_instruction != NULL)
        machine->on_instruction(machine, &now);
    if (machine->is_stopped)
        return;
    if (halfword(machine, machine->pc) == BKPT_SEMIHOSTING) {
        machine->call_host(machine);
        if (session->exit_code >= 0) {
            uc_emu_stop(uc);
            return;
        }
        machine_set(machine, PC, machine->pc + 2);
        resume(machine);
        return;
    }
    if (now.stack != machine->stack)
        session_watch_stack(session, &now);
    machine->stack = now.stack;
    measure(machine, &now);
    if (session->visits != NULL)
        visits_before(session, &now);
    if (session->faults != NULL && !is_known)
        faults_before(session, &fault_target, machine, &now);
    if (session->meter.inside)
        session->meter.current.instructions++;
    if (machine->is_moved && it_at(machine, (uint32_t)address) != 0)
        stop(machine);
    else if (machine->is_moved)
        resume(machine);
    if (machine->count > session->options.max_cycles)
        fail(STATUS_CYCLE_LIMIT, "no exit after %llu instructions (pc 0x%x)", (unsigned long long)machine->count,
             machine->pc);
}

void machine_open(struct machine *machine, struct session *session, void (*call_host)(struct machine *machine))
{
    static const struct memories memories = {
        .family = "Cortex-M",
        .elf_machine = EM_ARM,
        .flash_end = FLASH_BYTES,
        .data_space_end = RAM_BEGIN + RAM_BYTES,
        .ram_begin = RAM_BEGIN,
    };
    const bool is_m4 = strcmp(session->options.mcu, "cortex-m4") == 0;
    uc_hook hook;
    if (!is_m4 && strcmp(session->options.mcu, "cortex-m0plus") != 0)
        fail(STATUS_USAGE, "no such processor: %s", session->options.mcu);
    session->image = image_load(session->options.image, &memories);
    session->image.flash = memcpy(machine->flash, session->image.flash, FLASH_BYTES);
    session_open(session, machine->ram, 0);
    session->meter.entry &= ~(uint32_t)THUMB;
    faults_open(session);
    visits_open(session);
    machine->session = session;
    machine->call_host = call_host;
    demand(uc_open(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS, &machine->uc), "Unicorn");
    /* Without this it is a Cortex-M33. */
    demand(uc_ctl_set_cpu_model(machine->uc, is_m4 ? UC_CPU_ARM_CORTEX_M4 : UC_CPU_ARM_CORTEX_M0), "the core");
    demand(uc_mem_map_ptr(machine->uc, 0, FLASH_BYTES, UC_PROT_READ | UC_PROT_EXEC, session->image.flash), "flash");
    demand(uc_mem_map_ptr(machine->uc, RAM_BEGIN, RAM_BYTES, UC_PROT_READ | UC_PROT_WRITE, machine->ram), "RAM");
    demand(uc_mem_map(machine->uc, SYSTEM_BEGIN, SYSTEM_BYTES, UC_PROT_READ | UC_PROT_WRITE), "system control");
    demand(uc_hook_add(machine->uc, &hook, UC_HOOK_CODE, instruction, machine, 1, 0), "a hook");
    demand(uc_hook_add(machine->uc, &hook, UC_HOOK_MEM_WRITE, store, machine, 1, 0), "a hook");
}

void machine_reset(struct machine *machine)
{
    memset(machine->ram, 0, sizeof machine->ram);
    for (unsigned i = 0; i < PC; i++)
        machine_set(machine, i, 0);
    set_it(machine, 0);
    machine->count = machine->block = machine->block_begin = machine->it = machine->stack = 0;
    machine->is_moved = machine->is_resumed = machine->is_stopped = false;
}

void machine_stop(struct machine *machine)
{
    machine->is_stopped = true;
    uc_emu_stop(machine->uc);
}

void machine_run(struct machine *machine)
{
    const uint8_t *flash = machine->session->image.flash;
    uint32_t vectors[2];
    memcpy(vectors, flash, sizeof vectors);
    demand(uc_reg_write(machine->uc, UC_ARM_REG_SP, &vectors[0]), "the stack pointer");
    const uc_err error = uc_emu_start(machine->uc, vectors[1], UINT32_MAX, 0, 0);
    if (machine->session->exit_code < 0 && !machine->is_stopped)
        fail(STATUS_CRASHED, "the processor stopped at pc 0x%x: %s", machine->pc, uc_strerror(error));
}
