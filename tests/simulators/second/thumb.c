/* The instructions of ARMv6-M (DDI 0419, chapter A5 and A6). In an IT block, which ARMv7-M alone has, those of 16 bits
 * set no flags, except comparisons. */
#include "thumb.h"

#include "arm.h"

#include "common.h"

uint32_t arm_signed(uint32_t result, int sets)
{
    if (sets) {
        cpu.n = result >> 31;
        cpu.z = result == 0;
    }
    return result;
}

uint32_t arm_sum(uint32_t a, uint32_t b, unsigned carry, int sets)
{
    uint64_t whole = (uint64_t)a + b + carry;
    uint32_t result = (uint32_t)whole;
    if (sets) {
        cpu.c = whole >> 32 & 1;
        cpu.v = ((a ^ result) & (b ^ result)) >> 31;
    }
    return arm_signed(result, sets);
}

uint32_t arm_shift(enum shift kind, uint32_t value, unsigned by, unsigned *carry)
{
    uint32_t old_carry = *carry;
    if (kind == RRX) {
        *carry = value & 1;
        return old_carry << 31 | value >> 1;
    }
    if (by == 0)
        return value;
    if (kind == ROR) {
        by &= 31;
        value = by ? value >> by | value << (32 - by) : value;
        *carry = value >> 31;
        return value;
    }
    /* Beyond 33 places nothing changes. */
    by = by > 33 ? 33 : by;
    uint64_t low = kind == LSL ? (uint64_t)value << by : 0;
    int64_t high = kind == ASR ? (int64_t)(int32_t)value : (int64_t)value;
    if (kind == LSL) {
        *carry = low >> 32 & 1;
        return (uint32_t)low;
    }
    *carry = high >> (by - 1) & 1;
    return (uint32_t)(high >> by);
}

uint32_t arm_shift_immediate(unsigned kind, uint32_t value, unsigned by, unsigned *carry)
{
    if (by == 0 && kind == ROR)
        return arm_shift(RRX, value, 1, carry);
    if (by == 0 && kind != LSL)
        by = 32;
    return arm_shift(kind, value, by, carry);
}

void arm_accesses(enum kind kind, int is_load, unsigned address_from)
{
    cpu.now.kind = kind;
    cpu.now.is_load = is_load != 0;
    cpu.now.is_store = !is_load;
    cpu.now.address_from = (uint16_t)address_from;
}

void arm_access(const struct access *access, unsigned address_from)
{
    arm_accesses(access->is_load ? LOAD : STORE, access->is_load, address_from);
    if (access->is_load)
        cpu.now.loaded |= (uint16_t)(1u << access->number);
    if (!access->is_load) {
        arm_store(access->address, cpu.r[access->number], access->bytes);
        return;
    }
    uint32_t value = arm_load(access->address, access->bytes);
    if (access->is_signed)
        value = sign_extended(value, 8 * access->bytes);
    if (access->number == PC)
        arm_branch(value);
    else
        cpu.r[access->number] = value;
}

void arm_many(unsigned set, unsigned base, uint32_t address, int is_load)
{
    arm_accesses(MULTIPLE, is_load, 1u << base);
    if (address % 4)
        second_fail("words at an odd address");
    for (unsigned i = 0; i < 16; i++) {
        if (!(set >> i & 1))
            continue;
        if (!is_load)
            arm_store(address, cpu.r[i], 4);
        else if (i == PC)
            arm_branch(arm_load(address, 4));
        else
            cpu.r[i] = arm_load(address, 4);
        address += 4;
        cpu.now.words++;
    }
}

static int sets_flags(void)
{
    return !(cpu.if_then & 15);
}

/* 0000 to 17ff. */
static void shift_by_number(uint16_t op)
{
    unsigned carry = cpu.c;
    uint32_t result = arm_shift_immediate(op >> 11, cpu.r[op >> 3 & 7], op >> 6 & 31, &carry);
    *result_in(op & 7) = arm_signed(result, sets_flags());
    if (sets_flags())
        cpu.c = carry;
}

/* 1800 to 1fff: ADD and SUB of a register or three bits. */
static void add_three(uint16_t op)
{
    uint32_t b = op >> 6 & 7;
    if (!(op & 0x400))
        b = cpu.r[b];
    int subtracts = op >> 9 & 1;
    *result_in(op & 7) = arm_sum(cpu.r[op >> 3 & 7], subtracts ? ~b : b, (unsigned)subtracts, sets_flags());
}

/* 2000 to 3fff: MOV, CMP, ADD, SUB of eight bits. */
static void with_byte(uint16_t op)
{
    unsigned is_comparison = (op >> 11 & 3) == 1;
    uint32_t *to = is_comparison ? &cpu.r[op >> 8 & 7] : result_in(op >> 8 & 7), byte = op & 0xff;
    switch (op >> 11 & 3) {
    case 0:
        *to = arm_signed(byte, sets_flags());
        break;
    case 1:
        arm_sum(*to, ~byte, 1, 1);
        break;
    case 2:
        *to = arm_sum(*to, byte, 0, sets_flags());
        break;
    default:
        *to = arm_sum(*to, ~byte, 1, sets_flags());
    }
}

static uint32_t shifted(enum shift kind, uint32_t value, uint32_t by)
{
    unsigned carry = cpu.c;
    value = arm_shift(kind, value, by & 0xff, &carry);
    if (sets_flags())
        cpu.c = carry;
    return arm_signed(value, sets_flags());
}

/* 4000 to 43ff. */
static void two_registers(uint16_t op)
{
    enum { AND, EOR, LSLS, LSRS, ASRS, ADC, SBC, RORS, TST, RSB, CMP, CMN, ORR, MUL, BIC, MVN };
    unsigned what = op >> 6 & 15, is_comparison = what == TST || what == CMP || what == CMN;
    uint32_t *to = is_comparison ? &cpu.r[op & 7] : result_in(op & 7), m = cpu.r[op >> 3 & 7];
    int sets = sets_flags();
    switch (what) {
    case AND:
        *to = arm_signed(*to & m, sets);
        break;
    case EOR:
        *to = arm_signed(*to ^ m, sets);
        break;
    case LSLS:
        *to = shifted(LSL, *to, m);
        break;
    case LSRS:
        *to = shifted(LSR, *to, m);
        break;
    case ASRS:
        *to = shifted(ASR, *to, m);
        break;
    case ADC:
        *to = arm_sum(*to, m, cpu.c, sets);
        break;
    case SBC:
        *to = arm_sum(*to, ~m, cpu.c, sets);
        break;
    case RORS:
        *to = shifted(ROR, *to, m);
        break;
    case TST:
        arm_signed(*to & m, 1);
        break;
    case RSB:
        *to = arm_sum(~m, 0, 1, sets);
        break;
    case CMP:
        arm_sum(*to, ~m, 1, 1);
        break;
    case CMN:
        arm_sum(*to, m, 0, 1);
        break;
    case ORR:
        *to = arm_signed(*to | m, sets);
        break;
    case MUL:
        *to = arm_signed(*to * m, sets);
        break;
    case BIC:
        *to = arm_signed(*to & ~m, sets);
        break;
    default: /* MVN */
        *to = arm_signed(~m, sets);
    }
}

/* 4400 to 47ff: ADD, CMP, MOV of all registers; BX, BLX. */
static void high_registers(uint16_t op)
{
    unsigned number = (op & 7) | (op >> 4 & 8);
    uint32_t m = cpu.r[op >> 3 & 15], result;
    switch (op >> 8 & 3) {
    case 1:
        arm_sum(cpu.r[number], ~m, 1, 1);
        return;
    case 3:
        cpu.now.kind = EXCHANGE;
        cpu.now.is_to_lr = (op & 0xf8) == 0x70;
        if (op & 0x80)
            cpu.r[LR] = cpu.next | 1;
        arm_branch(m);
        return;
    case 0:
        result = cpu.r[number] + m;
        break;
    default:
        result = m;
    }
    if (number == PC) {
        cpu.now.kind = TO_PC;
        cpu.now.is_to_lr = (op & 0x278) == 0x270;
        arm_branch(result);
    } else
        *result_in(number) = result;
}

/* 5000 to 5fff: at a register plus a register. */
static void at_index(uint16_t op)
{
    static const struct access forms[] = {{.bytes = 4},
                                          {.bytes = 2},
                                          {.bytes = 1},
                                          {.bytes = 1, .is_load = 1, .is_signed = 1},
                                          {.bytes = 4, .is_load = 1},
                                          {.bytes = 2, .is_load = 1},
                                          {.bytes = 1, .is_load = 1},
                                          {.bytes = 2, .is_load = 1, .is_signed = 1}};
    struct access access = forms[op >> 9 & 7];
    unsigned base = op >> 3 & 7, index = op >> 6 & 7;
    access.number = op & 7;
    access.address = cpu.r[base] + cpu.r[index];
    cpu.now.has_index = 1;
    arm_access(&access, 1u << base | 1u << index);
}

/* 6000 to 8fff: at a register plus a number of units. */
static void at_number(uint16_t op)
{
    unsigned bytes = op >> 12 == 6 ? 4 : op >> 12 == 7 ? 1 : 2, base = op >> 3 & 7;
    const struct access access = {
        .number = op & 7, .bytes = bytes, .is_load = op >> 11 & 1, .address = cpu.r[base] + (op >> 6 & 31) * bytes};
    arm_access(&access, 1u << base);
}

/* 4800 to 4fff and 9000 to 9fff: at PC or SP plus a number of words. */
static void at_pc_or_sp(uint16_t op)
{
    unsigned base = op >> 12 == 4 ? PC : SP;
    const struct access access = {
        .number = op >> 8 & 7, .bytes = 4, .is_load = op >> 11 & 1, .address = (cpu.r[base] & ~3u) + (op & 0xff) * 4u};
    arm_access(&access, 1u << base);
}

static unsigned words_of(unsigned set)
{
    return (unsigned)__builtin_popcount(set);
}

/* b400 to b5ff and bc00 to bdff. */
static void push_or_pop(uint16_t op)
{
    unsigned set = op & 0xff, is_pop = op >> 11 & 1;
    cpu.moves_stack = 1;
    if (op & 0x100)
        set |= 1u << (is_pop ? PC : LR);
    uint32_t bytes = 4 * words_of(set), address = is_pop ? cpu.r[SP] : cpu.r[SP] - bytes;
    arm_many(set, SP, address, (int)is_pop);
    cpu.r[SP] = is_pop ? address + bytes : address;
}

/* c000 to cfff: LDM keeps a base that it loads. */
static void load_or_store_many(uint16_t op)
{
    unsigned base = op >> 8 & 7, set = op & 0xff, is_load = op >> 11 & 1;
    uint32_t after = cpu.r[base] + 4 * words_of(set);
    arm_many(set, base, cpu.r[base], (int)is_load);
    if (!(is_load && set >> base & 1))
        cpu.r[base] = after;
}

uint32_t arm_reversed(uint32_t value, unsigned kind)
{
    uint32_t halves = (value >> 8 & 0x00ff00ff) | (value << 8 & 0xff00ff00);
    return kind == 0 ? __builtin_bswap32(value) : kind == 1 ? halves : sign_extended(halves, 16);
}

/* b000 to bfff. */
static void miscellaneous(uint16_t op)
{
    uint32_t m = cpu.r[op >> 3 & 7];
    switch (op >> 8 & 15) {
    case 0x0: /* ADD and SUB of SP */
        cpu.r[SP] += op & 0x80 ? -(op & 0x7fu) * 4 : (op & 0x7fu) * 4;
        break;
    case 0x2: /* SXTH, SXTB, UXTH, UXTB */
        *result_in(op & 7) = op & 0x80 ? m & (op & 0x40 ? 0xff : 0xffff) : sign_extended(m, op & 0x40 ? 8 : 16);
        break;
    case 0x4:
    case 0x5:
    case 0xc:
    case 0xd:
        push_or_pop(op);
        break;
    case 0xa:
        if ((op >> 6 & 3) == 2)
            arm_unknown();
        *result_in(op & 7) = arm_reversed(m, op >> 6 & 3);
        break;
    case 0xe:
        if (op != 0xbeab)
            second_fail("a breakpoint");
        arm_semihosting();
        break;
    default:
        if (op != 0xbf00 && !core_short(op)) /* NOP */
            arm_unknown();
    }
}

/* d000 to ddff: B of a condition. */
static void branch_if(uint16_t op)
{
    unsigned condition = op >> 8 & 15;
    if (condition >= 14)
        arm_unknown();
    cpu.now.kind = BRANCH_IF;
    if (arm_holds(condition))
        arm_branch(cpu.r[PC] + sign_extended((op & 0xffu) << 1, 9));
}

void thumb_short(uint16_t op)
{
    switch (op >> 12) {
    case 0x0:
    case 0x1:
        if (op >> 11 == 3)
            add_three(op);
        else
            shift_by_number(op);
        break;
    case 0x2:
    case 0x3:
        with_byte(op);
        break;
    case 0x4:
        if (op & 0x800)
            at_pc_or_sp(op);
        else if (op & 0x400)
            high_registers(op);
        else
            two_registers(op);
        break;
    case 0x5:
        at_index(op);
        break;
    case 0x6:
    case 0x7:
    case 0x8:
        at_number(op);
        break;
    case 0x9:
        at_pc_or_sp(op);
        break;
    case 0xa: /* ADR, ADD of SP */
        *result_in(op >> 8 & 7) = (op & 0x800 ? cpu.r[SP] : cpu.r[PC] & ~3u) + (op & 0xffu) * 4;
        break;
    case 0xb:
        miscellaneous(op);
        break;
    case 0xc:
        load_or_store_many(op);
        break;
    case 0xd:
        branch_if(op);
        break;
    default: /* e */
        cpu.now.kind = BRANCH;
        arm_branch(cpu.r[PC] + sign_extended((op & 0x7ffu) << 1, 12));
    }
}

/* BL; barriers; what the core has beyond ARMv6-M. */
void thumb_long(uint16_t first, uint16_t second)
{
    if (first >> 11 == 0x1e && second >> 14 == 3 && second >> 12 & 1) {
        unsigned s = first >> 10 & 1, i1 = !((second >> 13 & 1) ^ s), i2 = !((second >> 11 & 1) ^ s);
        uint32_t offset = s << 24 | i1 << 23 | i2 << 22 | (first & 0x3ffu) << 12 | (second & 0x7ffu) << 1;
        cpu.now.kind = CALL;
        cpu.r[LR] = cpu.next | 1;
        arm_branch(cpu.r[PC] + sign_extended(offset, 25));
    } else if (first == 0xf3bf && second >> 8 == 0x8f)
        cpu.now.kind = BARRIER;
    else if (!core_long(first, second))
        arm_unknown();
}
