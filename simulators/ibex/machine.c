#include "machine.h"

#include <elf.h>
#include <string.h>

#include "failure.h"
#include "instruction.h"

enum { OUTPUT = 0x80000000, EXIT = 0x80000004, INPUT = 0x80000008 }; /* of words; boards/riscv/io.h knows them */

void machine_open(struct session *session, const char *mcu)
{
    static const struct memories memories = {
        .family = "RISC-V",
        .elf_machine = EM_RISCV,
        .flash_end = FLASH_BYTES,
        .data_space = RAM_BEGIN,
        .data_space_end = RAM_BEGIN + RAM_BYTES,
    };
    if (strcmp(session->options.mcu, mcu) != 0)
        fail(STATUS_USAGE, "this is the simulator of %s, not of %s", mcu, session->options.mcu);
    session->image = image_load(session->options.image, &memories);
    session_open(session, core_ram(), 0);
    machine_reset(session);
}

void machine_reset(const struct session *session)
{
    memset(core_ram(), 0, RAM_BYTES);
    core_open(session->image.flash);
}

static void access_outside(struct session *session, const struct outside *access)
{
    if (access->is_store && access->address == OUTPUT)
        session_write(session, (uint8_t)access->value, access->pc);
    else if (access->is_store && access->address == EXIT)
        session_exit(session, (uint8_t)access->value, access->pc);
    else if (!access->is_store && access->address == INPUT)
        core_input(session_read(session, access->pc));
    else if (access->is_store)
        fail(STATUS_CRASHED, "a store to 0x%x, where nothing can be written (pc 0x%x)", access->address, access->pc);
    else
        fail(STATUS_CRASHED, "a load from 0x%x, where there is nothing (pc 0x%x)", access->address, access->pc);
}

static void check_progress(const struct session *session, const struct retired *retired)
{
    if (retired->is_trap && retired->pc < session->image.code_end)
        fail(STATUS_CRASHED, "%s: 0x%x (pc 0x%x)", instruction_that_traps(retired->instruction), retired->instruction,
             retired->pc);
    if (retired->next_pc >= session->image.code_end)
        fail(STATUS_CRASHED, "the core left the code at pc 0x%x for 0x%x", retired->pc, retired->next_pc);
}

bool machine_clock(struct session *session, uint64_t *cycle, struct retired *retired)
{
    struct outside access;
    if (core_outside(&access))
        access_outside(session, &access);
    ++*cycle;
    const bool is_retired = core_clock(retired);
    if (is_retired)
        check_progress(session, retired);
    if (core_sleeps())
        fail(STATUS_CRASHED, "the core sleeps for ever");
    if (*cycle > session->options.max_cycles)
        fail(STATUS_CYCLE_LIMIT, "cycle limit: no exit after %llu cycles",
             (unsigned long long)session->options.max_cycles);
    return is_retired;
}
