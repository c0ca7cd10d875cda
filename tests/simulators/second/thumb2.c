/* Instructions that ARMv7-M adds (DDI 0403, chapters A5 and A7): IT, CBZ, those of 32 bits that work on registers, and
 * branches. Of the DSP extension those that compilers use for products of halfwords and sums with an extended operand.
 */
#include "arm.h"

#include "common.h"

/* bf00 to bfff: IT, or a hint; b1, b3, b9, bb: CBZ and CBNZ. */
int core_short(uint16_t op)
{
    if (op >> 8 == 0xbf) {
        cpu.now.kind = op & 15 ? IF_THEN : PLAIN;
        cpu.if_then = op & 15 ? op & 0xff : cpu.if_then;
        return 1;
    }
    if ((op & 0xf500) != 0xb100)
        return 0;
    cpu.now.kind = BRANCH_IF;
    int is_zero = cpu.r[op & 7] == 0, on_other = op >> 11 & 1;
    if (is_zero != on_other)
        arm_branch(cpu.r[PC] + (op >> 3 & 0x1fu) * 2 + (op >> 9 & 1u) * 64);
    return 1;
}

static int put(unsigned number, uint32_t value)
{
    if (number == PC)
        return 0;
    *result_in(number) = value;
    return 1;
}

/* Operations of a register and a modified immediate or shifted register, whose carry is `carry`. */
static int operate(unsigned what, unsigned sets, unsigned from, unsigned to, uint32_t b, unsigned carry)
{
    enum { AND = 0, BIC = 1, ORR = 2, ORN = 3, EOR = 4, ADD = 8, ADC = 10, SBC = 11, SUB = 13, RSB = 14 };
    uint32_t a = cpu.r[from], result;
    int is_logic = what <= EOR, is_comparison = to == PC && sets;
    if (from == PC && (what == ORR || what == ORN)) /* MOV, MVN */
        a = 0;
    switch (what) {
    case AND:
        result = a & b;
        break;
    case BIC:
        result = a & ~b;
        break;
    case ORR:
        result = a | b;
        break;
    case ORN:
        result = a | ~b;
        break;
    case EOR:
        result = a ^ b;
        break;
    case ADD:
        result = arm_sum(a, b, 0, (int)sets);
        break;
    case ADC:
        result = arm_sum(a, b, cpu.c, (int)sets);
        break;
    case SBC:
        result = arm_sum(a, ~b, cpu.c, (int)sets);
        break;
    case SUB:
        result = arm_sum(a, ~b, 1, (int)sets);
        break;
    case RSB:
        result = arm_sum(~a, b, 1, (int)sets);
        break;
    default:
        return 0;
    }
    if (is_logic && sets) {
        arm_signed(result, 1);
        cpu.c = carry;
    }
    return is_comparison ? 1 : put(to, result);
}

/* ThumbExpandImm_C: a byte repeated, or eight bits, of which the first is one, turned. */
static uint32_t expanded(uint16_t first, uint16_t second, unsigned *carry)
{
    unsigned by = (first >> 10 & 1u) << 4 | (second >> 12 & 7u) << 1 | (second >> 7 & 1u);
    uint32_t byte = second & 0xff;
    if (by >= 8)
        return arm_shift(ROR, 0x80 | byte, by, carry);
    switch (by >> 1) {
    case 0:
        return byte;
    case 1:
        return byte | byte << 16;
    case 2:
        return byte << 8 | byte << 24;
    default:
        return byte * 0x01010101u;
    }
}

static int with_immediate(uint16_t first, uint16_t second)
{
    unsigned carry = cpu.c;
    uint32_t b = expanded(first, second, &carry);
    return operate(first >> 5 & 15, first >> 4 & 1, first & 15, second >> 8 & 15, b, carry);
}

static int with_shifted(uint16_t first, uint16_t second)
{
    unsigned carry = cpu.c, by = (second >> 10 & 0x1c) | (second >> 6 & 3), what = first >> 5 & 15;
    uint32_t b = arm_shift_immediate(second >> 4 & 3, cpu.r[second & 15], by, &carry);
    if (what == 6) { /* PKHBT, PKHTB */
        uint32_t a = cpu.r[first & 15];
        return put(second >> 8 & 15, second & 0x20 ? (a & 0xffff0000) | (b & 0xffff) : (b & 0xffff0000) | (a & 0xffff));
    }
    return operate(what, first >> 4 & 1, first & 15, second >> 8 & 15, b, carry);
}

static uint32_t ones(unsigned bits)
{
    return bits >= 32 ? UINT32_MAX : (1u << bits) - 1;
}

/* SSAT and USAT; the flag Q is not kept. */
static uint32_t saturated(uint32_t value, unsigned bits, int is_signed)
{
    int64_t number = (int32_t)value, most = is_signed ? (int64_t)ones(bits) >> 1 : (int64_t)ones(bits);
    int64_t least = is_signed ? -most - 1 : 0;
    return (uint32_t)(number > most ? most : number < least ? least : number);
}

/* ADDW, SUBW, MOVW, MOVT, bit fields, SSAT, USAT. */
static int plain_immediate(uint16_t first, uint16_t second)
{
    unsigned from = first & 15, to = second >> 8 & 15, low = (second >> 10 & 0x1c) | (second >> 6 & 3),
             last = second & 31, carry = cpu.c;
    uint32_t twelve = (first >> 10 & 1u) << 11 | (second >> 12 & 7u) << 8 | (second & 0xff),
             sixteen = (first & 15u) << 12 | twelve, a = from == PC ? cpu.r[PC] & ~3u : cpu.r[from], mask;
    switch (first >> 4 & 31) {
    case 0x00:
        return put(to, a + twelve);
    case 0x0a:
        return put(to, a - twelve);
    case 0x04:
        return put(to, sixteen);
    case 0x0c:
        return put(to, (cpu.r[to] & 0xffff) | sixteen << 16);
    case 0x10:
    case 0x12:
        return put(to, saturated(arm_shift_immediate(first >> 4 & 2, a, low, &carry), last + 1, 1));
    case 0x18:
    case 0x1a:
        return put(to, saturated(arm_shift_immediate(first >> 4 & 2, a, low, &carry), last, 0));
    case 0x14:
        return put(to, sign_extended(a >> low, last + 1));
    case 0x1c:
        return put(to, a >> low & ones(last + 1));
    case 0x16: /* BFI, BFC */
        mask = ones(last - low + 1) << low;
        return put(to, (cpu.r[to] & ~mask) | ((from == PC ? 0 : a << low) & mask));
    default:
        return 0;
    }
}

/* B of 32 bits. */
static int branch(uint16_t first, uint16_t second)
{
    unsigned s = first >> 10 & 1, j1 = second >> 13 & 1, j2 = second >> 11 & 1, condition = first >> 6 & 15;
    uint32_t low = (second & 0x7ffu) << 1;
    if (second & 0x1000) {
        uint32_t offset = s << 24 | (j1 ^ s ^ 1) << 23 | (j2 ^ s ^ 1) << 22 | (first & 0x3ffu) << 12 | low;
        cpu.now.kind = BRANCH;
        arm_branch(cpu.r[PC] + sign_extended(offset, 25));
        return 1;
    }
    if (condition >= 14)
        return first == 0xf3af && second == 0x8000; /* NOP */
    cpu.now.kind = BRANCH_IF;
    if (arm_holds(condition))
        arm_branch(cpu.r[PC] + sign_extended(s << 20 | j2 << 19 | j1 << 18 | (first & 0x3fu) << 12 | low, 21));
    return 1;
}

/* A byte of m at a place, with its sign or without, added to the half of `addend` there: the half of a sum. */
static uint32_t extended_half(uint32_t addend, uint32_t m, unsigned place, int has_sign)
{
    uint32_t byte = m >> place & 0xff;
    return (((addend >> place) + (has_sign ? sign_extended(byte, 8) : byte)) & 0xffff) << place;
}

/* SXTAH, UXTAH, SXTAB16, UXTAB16, SXTAB, UXTAB; from PC nothing is added. */
static int extend(uint16_t first, uint16_t second)
{
    unsigned kind = first >> 4 & 7, carry = cpu.c, from = first & 15;
    uint32_t m = arm_shift(ROR, cpu.r[second & 15], 8 * (second >> 4 & 3u), &carry), bits = kind >= 4 ? 8 : 16;
    uint32_t addend = from == PC ? 0 : cpu.r[from];
    if (kind > 5)
        return 0;
    if (kind == 2 || kind == 3)
        return put(second >> 8 & 15, extended_half(addend, m, 0, kind == 2) | extended_half(addend, m, 16, kind == 2));
    return put(second >> 8 & 15, addend + (kind & 1 ? m & ones(bits) : sign_extended(m, bits)));
}

static uint32_t bits_reversed(uint32_t m)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (m >> i & 1) << (31 - i);
    return result;
}

/* fa00 to faff: shifts by a register, extensions, REV and its kin, CLZ. */
static int with_register(uint16_t first, uint16_t second)
{
    unsigned to = second >> 8 & 15, carry = cpu.c;
    uint32_t m = cpu.r[second & 15];
    if (!(first & 0x80) && !(second & 0xf0)) {
        uint32_t result = arm_shift(first >> 5 & 3, cpu.r[first & 15], m & 0xff, &carry);
        if (first & 0x10) {
            arm_signed(result, 1);
            cpu.c = carry;
        }
        return put(to, result);
    }
    if (!(first & 0x80) && second & 0x80)
        return extend(first, second);
    switch ((first & 0xf0) | (second >> 4 & 15)) {
    case 0x98:
    case 0x99:
    case 0x9b:
        return put(to, arm_reversed(m, second >> 4 & 3));
    case 0x9a:
        return put(to, bits_reversed(m));
    case 0xb8:
        return put(to, m ? (uint32_t)__builtin_clz(m) : 32);
    default:
        return 0;
    }
}

static uint32_t half(uint32_t value, unsigned is_upper)
{
    return sign_extended(is_upper ? value >> 16 : value, 16);
}

/* fb00 to fb7f: MUL, MLA, MLS, SMULxy, SMLAxy. */
static int multiply(uint16_t first, uint16_t second)
{
    unsigned added = second >> 12, to = second >> 8 & 15;
    uint32_t n = cpu.r[first & 15], m = cpu.r[second & 15], a = added == PC ? 0 : cpu.r[added];
    switch ((first & 0x70) | (second >> 4 & 15)) {
    case 0x00:
        return put(to, n * m + a);
    case 0x01:
        return put(to, a - n * m);
    case 0x10:
    case 0x11:
    case 0x12:
    case 0x13:
        return put(to, half(n, second >> 5 & 1) * half(m, second >> 4 & 1) + a);
    default:
        return 0;
    }
}

static int divide(uint16_t first, uint16_t second)
{
    uint32_t n = cpu.r[first & 15], m = cpu.r[second & 15];
    int is_signed = !(first & 0x20), is_negative = is_signed && (n ^ m) >> 31;
    uint32_t a = is_signed && n >> 31 ? -n : n, b = is_signed && m >> 31 ? -m : m;
    uint32_t quotient = b ? a / b : 0;
    cpu.now.kind = DIVIDE;
    return put(second >> 8 & 15, is_negative ? -quotient : quotient);
}

/* fb80 to fbff: products of two words, and SDIV, UDIV. */
static int multiply_long(uint16_t first, uint16_t second)
{
    unsigned low = second >> 12, high = second >> 8 & 15, form = (first & 0x70) | (second >> 4 & 15);
    uint32_t n = cpu.r[first & 15], m = cpu.r[second & 15];
    uint64_t whole = (uint64_t)cpu.r[high] << 32 | cpu.r[low];
    uint64_t as_signed = (uint64_t)((int64_t)(int32_t)n * (int32_t)m), as_unsigned = (uint64_t)n * m;
    switch (form) {
    case 0x00: /* SMULL */
        whole = as_signed;
        break;
    case 0x1f:
    case 0x3f:
        return divide(first, second);
    case 0x20: /* UMULL */
        whole = as_unsigned;
        break;
    case 0x40: /* SMLAL */
        whole += as_signed;
        break;
    case 0x60: /* UMLAL */
        whole += as_unsigned;
        break;
    case 0x66: /* UMAAL */
        whole = as_unsigned + cpu.r[low] + cpu.r[high];
        break;
    default:
        return 0;
    }
    return put(low, (uint32_t)whole) && put(high, (uint32_t)(whole >> 32));
}

int core_long(uint16_t first, uint16_t second)
{
    if (first >> 10 == 0x3b)
        return fpu(first, second);
    if (first >> 9 == 0x75)
        return with_shifted(first, second);
    if (first >> 9 == 0x74 || first >> 9 == 0x7c)
        return thumb2_memory(first, second);
    if (first >> 11 == 0x1e && second & 0x8000)
        return branch(first, second);
    if (first >> 11 == 0x1e)
        return first & 0x200 ? plain_immediate(first, second) : with_immediate(first, second);
    if (first >> 8 == 0xfa)
        return with_register(first, second);
    if (first >> 8 == 0xfb)
        return first & 0x80 ? multiply_long(first, second) : multiply(first, second);
    return 0;
}
