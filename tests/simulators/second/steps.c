/* A second simulator of the boards with a Cortex-M, for tests alone; arm.h says what it was typed from.
 *
 *   second BOARD IMAGE ROUTINE <input
 *
 * Runs the image until it exits by semihosting; common.h says what it prints. `stack` is by the lowest address that
 * was written, as these boards have it. */
#include <elf.h>
#include <string.h>

#include "arm.h"
#include "common.h"
#include "thumb.h"

static const uint64_t INSTRUCTIONS_MAX = 4000000000;

/* One instruction. In an IT block ITSTATE holds its condition and how many follow. */
static void step(void)
{
    uint32_t address = cpu.next;
    uint16_t first = arm_code(address);
    unsigned bytes = first >> 11 >= 29 ? 4 : 2, block = cpu.if_then;
    cpu.now = (struct happened){.address = address, .bytes = (uint8_t)bytes, .is_in_block = (block & 15) != 0};
    cpu.moves_stack = 0;
    cpu.next = address + bytes;
    cpu.r[PC] = address + 4;
    if (block & 15 && !arm_holds(block >> 4))
        cpu.now.is_skipped = 1;
    else if (bytes == 2)
        thumb_short(first);
    else
        thumb_long(first, arm_code(address + 2));
    if (block & 15)
        cpu.if_then = block & 7 ? (block & 0xe0) | (block << 1 & 0x1f) : 0;
    counts.cycles += core_cycles(&cpu.now);
    counts.instructions++;
}

static uint32_t loaded(const char *path, const char *routine)
{
    const uint8_t *file = second_file(path);
    const Elf32_Ehdr *elf = (const void *)file;
    const Elf32_Phdr *segments = (const void *)(file + elf->e_phoff);
    for (unsigned i = 0; i < elf->e_phnum; i++)
        if (segments[i].p_type == PT_LOAD && segments[i].p_filesz)
            memcpy(arm_at(segments[i].p_paddr, segments[i].p_filesz), file + segments[i].p_offset,
                   segments[i].p_filesz);
    machine.stack_limit = second_symbol(file, "bench_stack_limit");
    return second_symbol(file, routine) & ~1u;
}

int main(int count, char **words)
{
    if (count != 4)
        second_fail("usage: second BOARD IMAGE ROUTINE <input");
    uint32_t routine = loaded(words[2], words[3]), back = 0;
    memcpy(&cpu.r[SP], machine.flash, 4);
    memcpy(&cpu.next, machine.flash + 4, 4);
    cpu.next &= ~1u;
    while (!machine.is_over) {
        if (second_is_running() && cpu.next == back && cpu.r[SP] == machine.stack_of_caller)
            second_end();
        if (cpu.next == routine && !second_is_running()) {
            back = cpu.r[LR] & ~1u;
            machine.stack_of_caller = cpu.r[SP];
            second_begin(machine.ram, machine.stack_limit - RAM, machine.stack_of_caller - RAM,
                         machine.stack_of_caller - RAM);
        }
        step();
        if (counts.instructions > INSTRUCTIONS_MAX)
            second_fail("no end");
    }
    second_finish();
    return machine.status;
}
