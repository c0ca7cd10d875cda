/* Memories, semihosting, conditions. */
#include "arm.h"

#include <stdio.h>
#include <string.h>

#include "common.h"

static const uint32_t CPACR = 0xe000ed88; /* a register of the system, which turns the floating-point unit on */

struct arm cpu;
struct machine machine;
static uint8_t coprocessor_access[4];

uint8_t *arm_at(uint32_t address, unsigned bytes)
{
    if (address - RAM <= RAM_BYTES - bytes)
        return machine.ram + (address - RAM);
    if (address <= FLASH_BYTES - bytes)
        return machine.flash + address;
    if (address == CPACR)
        return coprocessor_access;
    second_fail("an access outside the memories");
}

uint32_t arm_load(uint32_t address, unsigned bytes)
{
    uint32_t value = 0;
    memcpy(&value, arm_at(address, bytes), bytes);
    counts.loads += !cpu.moves_stack;
    return value;
}

void arm_store(uint32_t address, uint32_t value, unsigned bytes)
{
    if (address < RAM)
        second_fail("a write outside the RAM");
    memcpy(arm_at(address, bytes), &value, bytes);
    counts.stores += !cpu.moves_stack;
    if (second_is_running() && address >= machine.stack_limit && address < machine.stack_of_caller)
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
    memcpy(arguments, arm_at(cpu.r[1], sizeof arguments), sizeof arguments);
    switch (cpu.r[0]) {
    case OPEN:
        cpu.r[0] = 1;
        break;
    case WRITE:
        for (uint32_t i = 0; i < arguments[2]; i++)
            second_output(*arm_at(arguments[1] + i, 1));
        cpu.r[0] = 0;
        break;
    case READ:
        for (uint32_t i = 0; i < arguments[2]; i++)
            *arm_at(arguments[1] + i, 1) = second_input();
        cpu.r[0] = 0;
        break;
    case EXIT:
        machine.is_over = 1;
        machine.status = (int)arguments[1];
        break;
    default:
        second_fail("a call of semihosting that is not known");
    }
}

uint16_t arm_code(uint32_t address)
{
    const uint8_t *code = arm_at(address, 2);
    return (uint16_t)(code[0] | code[1] << 8);
}
