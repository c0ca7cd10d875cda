/* The instructions of the MSP430, which CPUX has too: SLAU049, chapter 3. */
#include "cpu.h"
#include "cpux.h"

enum { WORD = 16, BYTE = 8 };

struct operand {
    enum mode mode;
    uint32_t address; /* unless in a register */
    uint32_t value;
};

/* The cycle of its instruction in which an operand is read: the one after the words that it needs are there. One word
 * of code is fetched in a cycle. */
static unsigned read_cycle(enum mode mode)
{
    return mode == MODE_INDEXED || mode == MODE_ABSOLUTE ? 3 : 2;
}

/* Address base + index; on CPUX one in the lower 64 KB stays there. */
static uint32_t indexed(const struct cpu *cpu, uint32_t base, uint16_t index)
{
    uint32_t address = base + (uint32_t)(int32_t)(int16_t)index;
    return address & (cpu->mcu->is_x && base > 0xffff ? 0xfffff : 0xffff);
}

/* Address of an indexed operand: &ADDRESS, ADDRESS(PC) from the place of the word with the index, or INDEX(Rn). */
static struct operand operand_in_memory(struct cpu *cpu, unsigned number)
{
    uint32_t base = cpu->registers[number];
    uint16_t index = cpu_fetch(cpu);
    if (number == SR)
        return (struct operand){.mode = MODE_ABSOLUTE, .address = index};
    return (struct operand){.mode = MODE_INDEXED, .address = indexed(cpu, base, index)};
}

/* Rn, or a constant of the generator. */
static bool is_constant(unsigned as, unsigned number, uint32_t *value)
{
    static const uint32_t of_cg[4] = {0, 1, 2, 0xffff}, of_sr[4] = {0, 0, 4, 8};
    *value = number == CG ? of_cg[as] : of_sr[as];
    return number == CG || (number == SR && as >= 2);
}

static uint32_t load_and_advance(struct cpu *cpu, unsigned number, unsigned bits)
{
    uint32_t value;
    if (number == SP)
        return cpu_pop(cpu, bits) & cpu_mask(bits);
    value = cpu_load(cpu, cpu->registers[number], bits, read_cycle(MODE_INCREMENT));
    cpu->registers[number] = (cpu->registers[number] + bits / 8) & (cpu->mcu->is_x ? 0xfffff : 0xffff);
    return value;
}

static struct operand source_operand(struct cpu *cpu, unsigned as, unsigned number, unsigned bits)
{
    struct operand operand = {.mode = MODE_REGISTER};
    if (is_constant(as, number, &operand.value)) {
        operand.value &= cpu_mask(bits);
    } else if (as == 0) {
        operand.value = cpu->registers[number] & cpu_mask(bits);
    } else if (as == 1) {
        operand = operand_in_memory(cpu, number);
        operand.value = cpu_load(cpu, operand.address, bits, read_cycle(operand.mode));
    } else if (as == 3 && number == PC) {
        operand.mode = MODE_IMMEDIATE;
        operand.value = cpu_fetch(cpu) & cpu_mask(bits);
    } else {
        operand.mode = as == 2 ? MODE_INDIRECT : MODE_INCREMENT;
        operand.address = cpu->registers[number];
        operand.value = as == 2 ? cpu_load(cpu, operand.address, bits, read_cycle(MODE_INDIRECT))
                                : load_and_advance(cpu, number, bits);
    }
    return operand;
}

static uint32_t add_decimal(struct cpu *cpu, uint32_t a, uint32_t b, unsigned bits)
{
    uint32_t sum = 0, carry = cpu->registers[SR] & FLAG_C;
    for (unsigned i = 0; i < bits; i += 4) {
        uint32_t digit = (a >> i & 15) + (b >> i & 15) + carry;
        carry = digit > 9;
        sum |= (carry ? digit - 10 : digit) << i;
    }
    cpu_flags(cpu, sum, bits, carry, false);
    return sum;
}

enum { MOV = 4, ADD, ADDC, SUBC, SUB, CMP, DADD, BIT, BIC, BIS, XOR, AND };

static uint32_t logical(struct cpu *cpu, uint32_t result, unsigned bits, bool overflow)
{
    cpu_flags(cpu, result, bits, (result & cpu_mask(bits)) != 0, overflow);
    return result;
}

static uint32_t result_of(struct cpu *cpu, unsigned what, uint32_t s, uint32_t d, unsigned bits)
{
    bool carry = cpu->registers[SR] & FLAG_C;
    uint32_t inverse = ~s & cpu_mask(bits);
    switch (what) {
    case MOV:
        return s;
    case ADD:
        return cpu_add(cpu, s, d, false, bits);
    case ADDC:
        return cpu_add(cpu, s, d, carry, bits);
    case SUBC:
        return cpu_add(cpu, inverse, d, carry, bits);
    case SUB:
    case CMP:
        return cpu_add(cpu, inverse, d, true, bits);
    case DADD:
        return add_decimal(cpu, s, d, bits);
    case BIC:
        return d & ~s;
    case BIS:
        return d | s;
    case XOR:
        return logical(cpu, s ^ d, bits, (s & d) >> (bits - 1));
    default: /* AND, BIT */
        return logical(cpu, s & d, bits, false);
    }
}

/* oooo ssss dbaa dddd: operation, source, modes, destination. */
static void step_double(struct cpu *cpu, uint16_t word)
{
    unsigned what = word >> 12, from = word >> 8 & 15, to = word & 15, bits = word & 0x40 ? BYTE : WORD;
    bool to_memory = word & 0x80, reads_only = what == CMP || what == BIT, moves = reads_only || what == MOV;
    struct operand source = source_operand(cpu, word >> 4 & 3, from, bits);
    struct operand into = {.mode = MODE_REGISTER, .value = cpu->registers[to] & cpu_mask(bits)};
    if (to_memory) {
        into = operand_in_memory(cpu, to);
        into.value = what == MOV ? 0 : cpu_load(cpu, into.address, bits, read_cycle(into.mode));
    } else if (to == CG) {
        into.value = 0;
    }

    enum destination destination = to_memory ? TO_MEMORY : to == PC && !reads_only ? TO_PC : TO_REGISTER;
    unsigned cycles = cycles_double(cpu->mcu->is_x, source.mode, destination, moves);
    uint32_t result = result_of(cpu, what, source.value, into.value, bits);
    cpu->is_xor = what == XOR && (to_memory || source.mode != MODE_REGISTER || from != to);
    cpu->is_return = word == 0x4130;
    if (!reads_only && to_memory)
        cpu_store(cpu, into.address, result, bits, cycles);
    else if (!reads_only)
        cpu_set(cpu, to, result, bits);
    cpu->cycle += cycles;
}

enum { RRC, SWPB, RRA, SXT, PUSH, CALL, RETI };

static uint32_t changed(struct cpu *cpu, unsigned what, uint32_t value, unsigned bits)
{
    uint32_t result, top = UINT32_C(1) << (bits - 1), carry = cpu->registers[SR] & FLAG_C;
    switch (what) {
    case RRC:
    case RRA:
        result = value >> 1 | (what == RRC ? carry * top : value & top);
        cpu_flags(cpu, result, bits, value & 1, false);
        return result;
    case SWPB:
        return value >> 8 | (value & 0xff) << 8;
    default: /* SXT */
        result = (uint32_t)(int32_t)(int8_t)value & (cpu->mcu->is_x ? 0xfffff : 0xffff);
        return logical(cpu, result, WORD, false);
    }
}

/* 0001 00oo obaa ssss */
static void step_single(struct cpu *cpu, uint16_t word)
{
    unsigned what = word >> 7 & 7, number = word & 15, bits = word & 0x40 ? BYTE : WORD;
    if (what == RETI) {
        uint32_t status = cpu_pop(cpu, WORD);
        uint32_t pc = cpu_pop(cpu, WORD) | (cpu->mcu->is_x ? (status & 0xf000) << 4 : 0);
        cpu_set(cpu, SR, status & 0xfff, WORD);
        cpu_set(cpu, PC, pc, 20);
        cpu->cycle += CYCLES_RETI;
        return;
    }
    if (bits == BYTE && (what == SWPB || what == SXT || what == CALL))
        cpu_crash(cpu, "no instruction", word);
    struct operand operand = source_operand(cpu, word >> 4 & 3, number, bits);
    enum single kind = what == PUSH ? SINGLE_PUSH : what == CALL ? SINGLE_CALL : SINGLE_SHIFT;
    unsigned cycles = cycles_single(cpu->mcu->is_x, kind, operand.mode);
    if (cycles == 0)
        cpu_crash(cpu, "no instruction", word);
    if (what == PUSH) {
        cpu_push(cpu, operand.value, bits == BYTE ? BYTE : WORD);
    } else if (what == CALL) {
        cpu->is_call = true;
        cpu_push(cpu, cpu->registers[PC], WORD);
        cpu_set(cpu, PC, operand.value, WORD);
    } else {
        uint32_t result = changed(cpu, what, operand.value, bits);
        if (operand.mode == MODE_REGISTER)
            cpu_set(cpu, number, result, what == SXT && cpu->mcu->is_x ? 20 : bits);
        else
            cpu_store(cpu, operand.address, result, bits, cycles);
    }
    cpu->cycle += cycles;
}

/* 001c ccoo oooo oooo: condition, offset in words. */
static void step_jump(struct cpu *cpu, uint16_t word)
{
    uint32_t flags = cpu->registers[SR];
    bool less = !(flags & FLAG_N) != !(flags & FLAG_V);
    const bool holds[8] = {
        !(flags & FLAG_Z), flags & FLAG_Z, !(flags & FLAG_C), flags & FLAG_C, flags & FLAG_N, !less, less, true};
    int offset = (word & 0x3ff) - (word & 0x200 ? 0x400 : 0);
    if (holds[word >> 10 & 7])
        cpu->registers[PC] = (cpu->registers[PC] + (uint32_t)(2 * offset)) & (cpu->mcu->is_x ? 0xfffff : 0xffff);
    cpu->cycle += CYCLES_JUMP;
}

void cpu_step(struct cpu *cpu)
{
    cpu->at = cpu->registers[PC];
    cpu->address_count = cpu->loads = cpu->stores = 0;
    cpu->is_xor = cpu->is_call = cpu->is_return = false;
    uint16_t word = cpu_fetch(cpu);
    if (word == 0xffff)
        cpu_crash(cpu, "erased flash is no instruction:", word);
    if (cpu->mcu->is_x && cpux_step(cpu, word))
        return;
    if (word >> 13 == 1)
        step_jump(cpu, word);
    else if (word >> 12 >= MOV)
        step_double(cpu, word);
    else if (word >> 10 == 4 && (word >> 7 & 7) < RETI)
        step_single(cpu, word);
    else if (word == 0x1300)
        step_single(cpu, word);
    else
        cpu_crash(cpu, "no instruction", word);
}
