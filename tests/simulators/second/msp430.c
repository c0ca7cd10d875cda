/* A second simulator of the MSP430F1611 and the MSP430F5438A, for tests alone: typed from Texas Instruments'
 * "MSP430x1xx Family User's Guide" (SLAU049: chapter 3, cycles of tables 3-14 to 3-16) and "MSP430x5xx and MSP430x6xx
 * Family User's Guide" (SLAU208: chapter CPUX, its tables of cycles). It shares no line with the first one
 * (simulators/msp430). Of CPUX's own instructions it has PUSHM and POPM of words. A read of the multiplier is never too
 * early here.
 *
 *   msp430 BOARD IMAGE ROUTINE <input
 *
 * Runs the image until it writes its exit port; common.h says what it prints. */
#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "common.h"
#include "msp430_multiplier.h"

/* Data sheets SLAS368 and SLAS655. Of the second's flash images use the part below 10000. */
static const struct chip {
    const char *board;
    int has_cpux;
    uint16_t ram, ram_end, flash, multiplier, watchdog;
} chips[] =
    {
        {"telosb", 0, 0x1100, 0x3900, 0x4000, 0x130, 0x120},
        {"msp430f5438a", 1, 0x1c00, 0x5c00, 0x5c00, 0x4c0, 0x15c},
    },
  *chip = chips;

enum {
    PORT_OUTPUT = 0xfb,
    PORT_EXIT = 0xfc,
    PORT_INPUT = 0xfd,
    RESET = 0xfffe,
    INSTRUCTIONS_MAX = 2000000000,
};
enum { PC, SP, SR, CG2 };
enum { C = 1, Z = 2, N = 4, V = 0x100 };

static uint8_t memory[0x10000];
static uint16_t reg[16];
static int is_over, status;

static uint16_t fetch(void)
{
    uint16_t word = (uint16_t)(memory[reg[PC]] | memory[reg[PC] + 1] << 8);
    reg[PC] += 2;
    return word;
}

/* Whether a register of the multiplier is there. */
static int is_of_multiplier(uint16_t address)
{
    unsigned offset = address - (unsigned)chip->multiplier;
    return offset < (chip->has_cpux ? MPY32_BYTES : MULTIPLIER_BYTES);
}

static int is_memory(uint16_t address)
{
    return (address >= chip->ram && address < chip->ram_end) || address >= chip->flash;
}

/* `counts_it` is not set for pops. */
static uint16_t read_data(uint16_t address, int is_byte, int counts_it)
{
    if (address == PORT_INPUT)
        return second_input();
    if (is_of_multiplier(address))
        return multiplier_read(address - (unsigned)chip->multiplier);
    if (!is_memory(address))
        second_fail("read outside the memories");
    counts.loads += (unsigned)counts_it;
    address &= is_byte ? 0xffff : 0xfffe;
    return (uint16_t)(is_byte ? memory[address] : memory[address] | memory[address + 1] << 8);
}

static void write_data(uint16_t address, uint16_t value, int is_byte, int counts_it)
{
    if (address == PORT_OUTPUT)
        second_output((uint8_t)value);
    else if (address == PORT_EXIT) {
        is_over = 1;
        status = (uint8_t)value;
    } else if (is_of_multiplier(address))
        multiplier_write(address - (unsigned)chip->multiplier, value);
    else if (address >= chip->ram && address < chip->ram_end) {
        counts.stores += (unsigned)counts_it;
        address &= is_byte ? 0xffff : 0xfffe;
        memory[address] = (uint8_t)value;
        if (!is_byte)
            memory[address + 1] = (uint8_t)(value >> 8);
    } else if (address != chip->watchdog)
        second_fail("write outside the RAM");
}

/* An operand: a register, a constant, or a place in memory. The ways of addressing, as the tables order them. */
enum way { REGISTER, INDIRECT, INDIRECT_PLUS, IMMEDIATE, INDEXED };
struct operand {
    enum way way;
    unsigned number;
    uint16_t address, value; /* `value` of constants */
    int is_constant, is_pop;
};

static struct operand constant(uint16_t value)
{
    return (struct operand){.way = REGISTER, .value = value, .is_constant = 1};
}

/* The source: As and a register. */
static struct operand source(unsigned as, unsigned number, int is_byte)
{
    static const uint16_t of_cg2[] = {0, 1, 2, 0xffff};
    struct operand o = {.number = number};
    if (number == CG2)
        return constant(of_cg2[as]);
    if (number == SR && as >= 2)
        return constant(as == 2 ? 4 : 8);
    switch (as) {
    case 0:
        o.way = REGISTER;
        break;
    case 1: { /* from PC the address of the word that holds the index */
        uint16_t base = number == SR ? 0 : reg[number];
        o.way = INDEXED;
        o.address = (uint16_t)(base + fetch());
        break;
    }
    case 2:
        o.way = INDIRECT;
        o.address = reg[number];
        break;
    default:
        o.way = number == PC ? IMMEDIATE : INDIRECT_PLUS;
        o.address = reg[number];
        o.is_pop = number == SP;
        reg[number] += is_byte && number > SP ? 1 : 2;
    }
    return o;
}

static uint16_t value_of(const struct operand *o, int is_byte)
{
    uint16_t mask = is_byte ? 0xff : 0xffff;
    if (o->is_constant)
        return o->value & mask;
    if (o->way == REGISTER)
        return reg[o->number] & mask;
    if (o->way == IMMEDIATE)
        return (uint16_t)((memory[o->address] | memory[o->address + 1] << 8) & mask);
    return read_data(o->address, is_byte, !o->is_pop);
}

static void put(const struct operand *o, uint16_t value, int is_byte)
{
    if (o->way == REGISTER)
        reg[o->number] = is_byte ? value & 0xff : value;
    else
        write_data(o->address, value, is_byte, 1);
}

static void flags(unsigned mask, unsigned value)
{
    reg[SR] = (uint16_t)((reg[SR] & ~mask) | (value & mask));
}

static unsigned signs(uint16_t r, int is_byte)
{
    return (r == 0 ? Z : 0u) | (r >> (is_byte ? 7 : 15) & 1 ? N : 0u);
}

/* a + b + carry; differences add the complement. */
static uint16_t sum(uint16_t a, uint16_t b, unsigned carry, int is_byte)
{
    unsigned bits = is_byte ? 8 : 16, mask = (1u << bits) - 1, total = (a & mask) + (b & mask) + carry;
    uint16_t r = (uint16_t)(total & mask);
    unsigned overflow = ((a ^ r) & (b ^ r)) >> (bits - 1) & 1;
    flags(C | Z | N | V, signs(r, is_byte) | (total >> bits ? C : 0u) | (overflow ? V : 0u));
    return r;
}

static uint16_t logic(uint16_t r, int is_byte, int overflows)
{
    flags(C | Z | N | V, signs(r, is_byte) | (r ? C : 0u) | (overflows ? V : 0u));
    return r;
}

/* DADD, digit by digit. */
static uint16_t decimal(uint16_t a, uint16_t b, int is_byte)
{
    unsigned carry = reg[SR] & C, r = 0;
    for (unsigned i = 0; i < (is_byte ? 8u : 16u); i += 4) {
        unsigned digit = (a >> i & 15) + (b >> i & 15) + carry;
        carry = digit > 9;
        r |= (digit - (carry ? 10 : 0)) << i;
    }
    flags(C | Z | N, signs((uint16_t)r, is_byte) | (carry ? C : 0u));
    return (uint16_t)r;
}

/* To a register, to PC, to memory, by the source's way: table 3-16, and CPUX's for format I. There MOV, BIT and CMP
 * to memory take a cycle less (its footnote). */
static unsigned cycles_of_two(enum way from, const struct operand *to, int only_moves)
{
    static const uint8_t to_register[] = {1, 2, 2, 2, 3}, to_pc[] = {2, 2, 3, 3, 3}, to_memory[] = {4, 5, 5, 5, 6};
    static const uint8_t to_pc_cpux[] = {3, 4, 4, 3, 5}, to_memory_cpux[] = {4, 5, 5, 5, 6};
    if (to->way != REGISTER)
        return chip->has_cpux ? (unsigned)(to_memory_cpux[from] - only_moves) : to_memory[from];
    if (to->number == PC)
        return (chip->has_cpux ? to_pc_cpux : to_pc)[from];
    return to_register[from];
}

/* 4000 to ffff. */
static void two_operands(uint16_t op)
{
    enum { MOV = 4, ADD, ADDC, SUBC, SUB, CMP, DADD, BIT, BIC, BIS, XOR, AND };
    unsigned kind = op >> 12;
    int is_byte = op >> 6 & 1;
    struct operand from = source(op >> 4 & 3, op >> 8 & 15, is_byte);
    uint16_t s = value_of(&from, is_byte), ones = is_byte ? 0xff : 0xffff;
    struct operand to = {.way = op & 0x80 ? INDEXED : REGISTER, .number = op & 15};
    if (to.way == INDEXED) {
        uint16_t base = to.number == SR ? 0 : reg[to.number];
        to.address = (uint16_t)(base + fetch());
    }
    counts.cycles += cycles_of_two(from.way, &to, kind == MOV || kind == BIT || kind == CMP);
    uint16_t d = kind == MOV ? 0 : value_of(&to, is_byte), r = d, top = is_byte ? 0x80 : 0x8000;
    switch (kind) {
    case MOV:
        r = s;
        break;
    case ADD:
        r = sum(d, s, 0, is_byte);
        break;
    case ADDC:
        r = sum(d, s, reg[SR] & C, is_byte);
        break;
    case SUBC:
        r = sum(d, s ^ ones, reg[SR] & C, is_byte);
        break;
    case SUB:
    case CMP:
        r = sum(d, s ^ ones, 1, is_byte);
        break;
    case DADD:
        r = decimal(d, s, is_byte);
        break;
    case BIT:
    case AND:
        r = logic(d & s, is_byte, 0);
        break;
    case BIC:
        r = d & (uint16_t)~s;
        break;
    case BIS:
        r = d | s;
        break;
    default: /* XOR */
        r = logic(d ^ s, is_byte, d & s & top);
    }
    if (kind != CMP && kind != BIT)
        put(&to, r, is_byte);
}

static void push(uint16_t value)
{
    reg[SP] -= 2;
    write_data(reg[SP], value, 0, 0);
}

/* Shifts, PUSH and CALL by the source's way: table 3-15, and CPUX's for format II. */
static const struct cycles_of_one {
    uint8_t shifts[5], push[5], call[5], call_absolute;
} of_family_1 = {{1, 3, 3, 3, 4}, {3, 4, 5, 4, 5}, {4, 4, 5, 5, 5}, 5},
  of_cpux = {{1, 3, 3, 3, 4}, {3, 3, 3, 3, 4}, {4, 4, 4, 4, 5}, 6};

/* 1000 to 12ff. */
static void one_operand(uint16_t op)
{
    const struct cycles_of_one *cycles = chip->has_cpux ? &of_cpux : &of_family_1;
    int is_byte = op >> 6 & 1;
    struct operand o = source(op >> 4 & 3, op & 15, is_byte);
    uint16_t value = value_of(&o, is_byte), r = value;
    switch (op >> 7 & 7) {
    case 0: /* RRC */
        r = (uint16_t)(value >> 1 | (reg[SR] & C) << (is_byte ? 7 : 15));
        flags(C | Z | N | V, signs(r, is_byte) | (value & 1 ? C : 0u));
        break;
    case 1: /* SWPB */
        r = (uint16_t)(value << 8 | value >> 8);
        break;
    case 2: /* RRA */
        r = (uint16_t)(value >> 1 | (value & (is_byte ? 0x80 : 0x8000)));
        flags(C | Z | N | V, signs(r, is_byte) | (value & 1 ? C : 0u));
        break;
    case 3: /* SXT */
        r = logic((uint16_t)(int16_t)(int8_t)value, 0, 0);
        break;
    case 4:
        push(value);
        counts.cycles += cycles->push[o.way];
        return;
    case 5:
        push(reg[PC]);
        reg[PC] = value;
        counts.cycles += o.way == INDEXED && o.number == SR ? cycles->call_absolute : cycles->call[o.way];
        return;
    default:
        second_fail("an instruction that is not known");
    }
    put(&o, r, is_byte);
    counts.cycles += cycles->shifts[o.way];
}

/* 1500 to 15ff and 1700 to 17ff, of CPUX: PUSHM and POPM of words. */
static void many(uint16_t op)
{
    unsigned last = (op >> 4 & 15), number = op & 15;
    for (unsigned i = 0; i <= last; i++)
        if (op & 0x200) {
            reg[(number + i) & 15] = read_data(reg[SP], 0, 0);
            reg[SP] += 2;
        } else
            push(reg[(number - i) & 15]);
    counts.cycles += 2 + last + 1;
}

/* 2000 to 3fff. */
static void jump(uint16_t op)
{
    unsigned sr = reg[SR], less = !(sr & N) != !(sr & V);
    const unsigned conditions[] = {!(sr & Z), sr & Z, !(sr & C), sr & C, sr & N, !less, less, 1};
    if (conditions[op >> 10 & 7])
        reg[PC] += (uint16_t)((int16_t)((uint16_t)(op << 6)) >> 5);
    counts.cycles += 2;
}

static void step(void)
{
    uint16_t op = fetch();
    if (op >= 0x4000)
        two_operands(op);
    else if (op >= 0x2000)
        jump(op);
    else if (op >= 0x1000 && op < 0x1300)
        one_operand(op);
    else if (chip->has_cpux && (op >> 8 == 0x15 || op >> 8 == 0x17))
        many(op);
    else
        second_fail("an instruction that is not known");
    counts.instructions++;
}

static unsigned caller;      /* the lowest byte of the stack before the call */
static unsigned stack_limit; /* the first byte behind static variables */

static uint16_t loaded(const char *path, const char *routine)
{
    const uint8_t *file = second_file(path);
    const Elf32_Ehdr *elf = (const void *)file;
    const Elf32_Phdr *segments = (const void *)(file + elf->e_phoff);
    for (unsigned i = 0; i < elf->e_phnum; i++)
        if (segments[i].p_type == PT_LOAD && segments[i].p_filesz)
            memcpy(memory + segments[i].p_paddr, file + segments[i].p_offset, segments[i].p_filesz);
    stack_limit = second_symbol(file, "__bss_start") + second_symbol(file, "__bss_size");
    return (uint16_t)second_symbol(file, routine);
}

static void follow_stack(void)
{
    unsigned top = reg[SP];
    second_lower(top);
    if (top == caller)
        second_end();
}

int main(int count, char **words)
{
    if (count != 4)
        second_fail("usage: msp430 BOARD IMAGE ROUTINE <input");
    chip += strcmp(chips[0].board, words[1]) != 0;
    if (strcmp(chip->board, words[1]))
        second_fail("a board that is not known");
    uint16_t routine = loaded(words[2], words[3]);
    reg[PC] = (uint16_t)(memory[RESET] | memory[RESET + 1] << 8);
    while (!is_over) {
        if (reg[PC] == routine && !second_is_running()) /* the return address is on the stack */
            second_begin(memory, stack_limit, reg[SP], caller = reg[SP] + 2u);
        step();
        if (second_is_running())
            follow_stack();
        if (counts.instructions > INSTRUCTIONS_MAX)
            second_fail("no end");
    }
    second_finish();
    return status;
}
