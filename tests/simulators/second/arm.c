/* A second simulator of the boards with a Cortex-M, for tests alone; arm.h says what it was typed from.
 *
 *   second BOARD IMAGE ROUTINE <input
 *
 * Runs the image until it exits by semihosting; common.h says what it prints. `stack` is by the lowest address that
 * was written, as these boards have it. */
#include "arm.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "common.h"

enum { FLASH_BYTES = 1 << 20, RAM = 0x20000000, RAM_BYTES = 1 << 17 };
static const uint32_t CPACR = 0xe000ed88; /* a register of the system, which turns the floating-point unit on */
static const uint64_t INSTRUCTIONS_MAX = 4000000000;

struct arm cpu;
static uint8_t flash[FLASH_BYTES], ram[RAM_BYTES], coprocessor_access[4];
static int is_over, status;
static uint32_t stack_limit, stack_of_caller;

static uint8_t *at(uint32_t address, unsigned bytes)
{
    if (address - RAM <= RAM_BYTES - bytes)
        return ram + (address - RAM);
    if (address <= FLASH_BYTES - bytes)
        return flash + address;
    if (address == CPACR)
        return coprocessor_access;
    second_fail("an access outside the memories");
}

uint32_t arm_load(uint32_t address, unsigned bytes)
{
    uint32_t value = 0;
    memcpy(&value, at(address, bytes), bytes);
    counts.loads += !cpu.moves_stack;
    return value;
}

void arm_store(uint32_t address, uint32_t value, unsigned bytes)
{
    if (address < RAM)
        second_fail("a write outside the RAM");
    memcpy(at(address, bytes), &value, bytes);
    counts.stores += !cpu.moves_stack;
    if (second_is_running() && address >= stack_limit && address < stack_of_caller)
        second_lower(address - RAM);
}

void arm_unknown(void)
{
    char why[64];
    snprintf(why, sizeof why, "the instruction at 0x%x is not known", (unsigned)cpu.now.address);
    second_fail(why);
}

void arm_branch(uint32_t target)
{
    cpu.next = target & ~1u;
    cpu.now.is_taken = 1;
}

int arm_holds(unsigned condition)
{
    int holds;
    switch (condition >> 1) {
    case 0:
        holds = cpu.z != 0;
        break;
    case 1:
        holds = cpu.c != 0;
        break;
    case 2:
        holds = cpu.n != 0;
        break;
    case 3:
        holds = cpu.v != 0;
        break;
    case 4:
        holds = cpu.c && !cpu.z;
        break;
    case 5:
        holds = cpu.n == cpu.v;
        break;
    case 6:
        holds = cpu.n == cpu.v && !cpu.z;
        break;
    default:
        return 1;
    }
    return condition & 1 ? !holds : holds;
}

/* By ARM's "Semihosting for AArch32 and AArch64": the files are the input and the output. */
void arm_semihosting(void)
{
    enum { OPEN = 0x01, WRITE = 0x05, READ = 0x06, EXIT = 0x20 };
    uint32_t arguments[3];
    memcpy(arguments, at(cpu.r[1], sizeof arguments), sizeof arguments);
    switch (cpu.r[0]) {
    case OPEN:
        cpu.r[0] = 1;
        break;
    case WRITE:
        for (uint32_t i = 0; i < arguments[2]; i++)
            second_output(*at(arguments[1] + i, 1));
        cpu.r[0] = 0;
        break;
    case READ:
        for (uint32_t i = 0; i < arguments[2]; i++)
            *at(arguments[1] + i, 1) = second_input();
        cpu.r[0] = 0;
        break;
    case EXIT:
        is_over = 1;
        status = (int)arguments[1];
        break;
    default:
        second_fail("a call of semihosting that is not known");
    }
}

uint16_t arm_code(uint32_t address)
{
    const uint8_t *code = at(address, 2);
    return (uint16_t)(code[0] | code[1] << 8);
}

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
            memcpy(at(segments[i].p_paddr, segments[i].p_filesz), file + segments[i].p_offset, segments[i].p_filesz);
    stack_limit = second_symbol(file, "bench_stack_limit");
    return second_symbol(file, routine) & ~1u;
}

int main(int count, char **words)
{
    if (count != 4)
        second_fail("usage: second BOARD IMAGE ROUTINE <input");
    uint32_t routine = loaded(words[2], words[3]), back = 0;
    memcpy(&cpu.r[SP], flash, 4);
    memcpy(&cpu.next, flash + 4, 4);
    cpu.next &= ~1u;
    while (!is_over) {
        if (second_is_running() && cpu.next == back && cpu.r[SP] == stack_of_caller)
            second_end();
        if (cpu.next == routine && !second_is_running()) {
            back = cpu.r[LR] & ~1u;
            stack_of_caller = cpu.r[SP];
            second_begin(ram, stack_limit - RAM, stack_of_caller - RAM, stack_of_caller - RAM);
        }
        step();
        if (counts.instructions > INSTRUCTIONS_MAX)
            second_fail("no end");
    }
    second_finish();
    return status;
}
