#include "thumb.h"

#include "opcode.h"

enum { SP = 13, LR = 14, PC = 15 };

#define ONE(reg) ((uint16_t)(1u << (reg)))

/* Whether `value`, where `mask` is 1, is `wanted`. */
#define IS(value, mask, wanted) (((value) & (mask)) == (wanted))

static unsigned count(unsigned set)
{
    return (unsigned)__builtin_popcount(set);
}

static struct thumb plain(enum thumb_kind kind)
{
    return (struct thumb){.kind = kind};
}

/* Arithmetic whose result goes to `reg`. */
static struct thumb computes(unsigned reg)
{
    return (struct thumb){.computed = (uint16_t)(ONE(reg) & ~(ONE(SP) | ONE(PC)))};
}

static struct thumb single(bool is_load, bool has_register_offset, unsigned reg, unsigned base_set)
{
    struct thumb t = {.registers = 1, .base = (uint16_t)base_set, .is_load = is_load, .is_store = !is_load};
    if (is_load) {
        t.kind = reg == PC ? THUMB_LOAD_PC : THUMB_LOAD;
        t.loaded = ONE(reg);
    } else
        t.kind = has_register_offset ? THUMB_STORE : THUMB_STORE_IMMEDIATE;
    return t;
}

static struct thumb multiple(bool is_load, unsigned registers, unsigned base, bool loads_pc, bool moves_stack)
{
    return (struct thumb){.kind = loads_pc ? THUMB_MULTIPLE_PC : THUMB_MULTIPLE,
                          .registers = registers,
                          .is_load = is_load,
                          .is_store = !is_load,
                          .base = ONE(base),
                          .flags = moves_stack ? OPCODE_STACK : 0u};
}

/* Below 0x4000: shifts, additions and moves on low registers. */
static struct thumb decode_immediates(uint16_t h)
{
    bool is_compare = IS(h, 0xf800, 0x2800);
    return is_compare ? plain(THUMB_PLAIN) : computes(h < 0x2000 ? h & 7 : h >> 8 & 7);
}

/* 0x4000 to 0x47ff: arithmetic on low registers, then on any with branches to registers. */
static struct thumb decode_registers(uint16_t h)
{
    unsigned target = h < 0x4400 ? h & 7 : (h >> 4 & 8) | (h & 7), source = h >> 3 & 15;
    bool compares = IS(h, 0xffc0, 0x4200) || IS(h, 0xff80, 0x4280) || IS(h, 0xff00, 0x4500);
    struct thumb t = compares ? plain(THUMB_PLAIN) : computes(target);
    if (IS(h, 0xffc0, 0x4040) && target != (source & 7))
        t.flags = OPCODE_XOR;
    else if (IS(h, 0xffc0, 0x4340))
        t.kind = THUMB_MULTIPLY;
    else if (IS(h, 0xff00, 0x4700)) {
        t = plain(source == LR && !(h & 0x80) ? THUMB_RETURN : THUMB_EXCHANGE);
        t.flags = h & 0x80 ? OPCODE_CALL : 0u;
    } else if (!compares && h >= 0x4400 && target == PC)
        t.kind = IS(h, 0xff00, 0x4600) && source == LR ? THUMB_RETURN : THUMB_WRITE_PC;
    return t;
}

/* 0x4800 to 0x9fff: one register; and 0xc000 to 0xcfff: several. */
static struct thumb decode_memory(uint16_t h)
{
    unsigned low = h & 7, base = h >> 3 & 7, high = h >> 8 & 7;
    bool is_load = h >> 11 & 1;
    switch (h >> 12) {
    case 0x4:
        return single(true, false, high, 0);
    case 0x5:
        return single((h >> 9 & 7) >= 3, true, low, ONE(base) | ONE(h >> 6 & 7));
    case 0x9:
        return single(is_load, false, high, ONE(SP));
    case 0xc: {
        struct thumb t = multiple(is_load, count(h & 0xff), high, false, false);
        t.flags |= h == 0xc308 ? OPCODE_MARK : 0u;
        return t;
    }
    default:
        return single(is_load, false, low, ONE(base));
    }
}

/* 0xb000 to 0xbfff. */
static struct thumb decode_miscellaneous(uint16_t h)
{
    bool all = h >> 8 & 1;
    if (IS(h, 0xf600, 0xb400))
        return multiple(h & 0x800, count(h & 0xff) + all, SP, all && h & 0x800, true);
    if (IS(h, 0xf500, 0xb100))
        return plain(THUMB_COMPARE_BRANCH);
    bool extends = IS(h, 0xff00, 0xb200) || IS(h, 0xff00, 0xba00); /* SXTH ... UXTB, REV ... REVSH */
    struct thumb t = extends ? computes(h & 7) : plain(THUMB_PLAIN);
    if (IS(h, 0xff00, 0xbf00) && (h & 15) != 0) {
        t.kind = THUMB_IF_THEN;
        t.if_then = 4 - (unsigned)__builtin_ctz(h);
    } else if (h == 0xbf20 || h == 0xbf30)
        t.kind = THUMB_WAIT;
    return t;
}

static struct thumb decode_narrow(uint16_t h)
{
    if (h < 0x4000)
        return decode_immediates(h);
    if (h < 0x4800)
        return decode_registers(h);
    if (h < 0xa000 || IS(h, 0xf000, 0xc000))
        return decode_memory(h);
    if (h < 0xb000)
        return computes(h >> 8 & 7);
    if (h < 0xc000)
        return decode_miscellaneous(h);
    if (h >= 0xe000)
        return plain(THUMB_BRANCH);
    return plain((h >> 8 & 15) < 14 ? THUMB_BRANCH_IF : THUMB_PLAIN); /* the others are UDF and SVC */
}

/* B.W, BL, MRS, MSR, hints and barriers. */
static struct thumb decode_control(uint16_t h, uint16_t h2)
{
    if (IS(h2, 0xd000, 0xd000))
        return (struct thumb){.kind = THUMB_CALL, .flags = OPCODE_CALL};
    if (IS(h2, 0xd000, 0x9000))
        return plain(THUMB_BRANCH);
    if ((h >> 6 & 15) < 14)
        return plain(THUMB_BRANCH_IF);
    if (IS(h, 0xffe0, 0xf380) || IS(h, 0xffe0, 0xf3e0))
        return plain(THUMB_SPECIAL);
    if (h == 0xf3bf)
        return plain(THUMB_BARRIER);
    return plain(IS(h, 0xfff0, 0xf3a0) && h2 == 0x8000 ? THUMB_PLAIN : THUMB_UNKNOWN);
}

/* LDRD, STRD, LDREX, STREX, TBB, TBH. */
static struct thumb decode_dual(uint16_t h, uint16_t h2)
{
    bool is_indexed_back = h & 0x20;
    if (!(h & 0x120)) /* neither P nor W: not LDRD or STRD */
        return plain(IS(h, 0xfff0, 0xe8d0) && IS(h2, 0xffe0, 0xf000) ? THUMB_TABLE_BRANCH : THUMB_EXCLUSIVE);
    return multiple(h & 0x10, 2, h & 15, false, is_indexed_back && (h & 15) == SP);
}

/* Loads and stores of one register, 32-bit forms. */
static struct thumb decode_wide_memory(uint16_t h, uint16_t h2)
{
    unsigned base = h & 15, reg = h2 >> 12;
    bool is_load = h & 0x10, is_word = IS(h, 0x60, 0x40);
    if (is_load && reg == PC && !is_word)
        return plain(THUMB_PLAIN); /* PLD, PLI */
    if (base == PC)
        return single(is_load, false, reg, 0);
    bool has_small_offset = !(h & 0x80), has_register_offset = has_small_offset && IS(h2, 0x0fc0, 0);
    struct thumb t = single(is_load, has_register_offset, reg, ONE(base) | (has_register_offset ? ONE(h2 & 15) : 0));
    if (has_small_offset && IS(h2, 0x0900, 0x0900)) { /* written back */
        t.flags = base == SP ? OPCODE_STACK : 0u;
        t.loaded |= is_load ? ONE(base) : 0;
        t.computed = is_load || base == SP ? 0 : ONE(base);
    }
    return t;
}

/* Shifts by registers, extensions, parallel additions, multiplications, divisions. */
static struct thumb decode_wide_registers(uint16_t h, uint16_t h2)
{
    struct thumb t = computes(h2 >> 8 & 15);
    if (IS(h, 0xff80, 0xfb80)) /* a result of two words; of a division the second is pc, which stands for none */
        t.computed |= computes(h2 >> 12).computed;
    if (IS(h, 0xffd0, 0xfb90) && IS(h2, 0x00f0, 0x00f0))
        t.kind = THUMB_DIVIDE;
    return t;
}

/* The set of a floating-point register S<2 * number + low>. */
static uint32_t float_one(unsigned number, unsigned low)
{
    return 1u << (2 * (number & 15) + (low & 1));
}

/* `words` registers from S<2 * number + low>, of which there are 32. */
static uint32_t float_several(unsigned number, unsigned low, unsigned words)
{
    uint64_t first = float_one(number, low);
    return (uint32_t)(first * (words < 32 ? (1ull << words) - 1 : UINT32_MAX));
}

/* VMOV, VABS, VNEG, VSQRT, VCVT, VCMP: of one operand, or of a constant. */
static struct thumb decode_float_other(uint16_t h, uint16_t h2, uint32_t result, uint32_t operand)
{
    if (!(h2 & 0x40)) /* VMOV of a constant */
        return plain(THUMB_FLOAT);
    unsigned operation = h & 15;
    bool moves = operation == 0 || (operation == 1 && !(h2 & 0x80)), compares = operation == 4 || operation == 5;
    struct thumb t = plain(operation == 1 && h2 & 0x80 ? THUMB_FLOAT_DIVIDE : THUMB_FLOAT);
    t.float_reads = operation == 5 ? result : compares ? result | operand : operand;
    t.float_result = moves || compares ? 0 : result;
    return t;
}

/* VMLA, VMUL, VADD, VDIV, VFMA and their kin. The addend of VMLA and VFMA is not among the registers read, since it is
 * consumed a cycle later. */
static struct thumb decode_float_arithmetic(uint16_t h, uint16_t h2)
{
    uint32_t result = float_one(h2 >> 12, h >> 6), first = float_one(h, h2 >> 7), second = float_one(h2, h2 >> 5);
    unsigned operation = h >> 4 & 11; /* less a bit of the result's number */
    if (operation == 11)
        return decode_float_other(h, h2, result, second);
    bool accumulates = operation == 0 || operation == 1 || operation == 9 || operation == 10;
    struct thumb t = plain(accumulates ? THUMB_FLOAT_ACCUMULATE : operation == 8 ? THUMB_FLOAT_DIVIDE : THUMB_FLOAT);
    t.float_reads = first | second;
    t.float_result = result;
    return t;
}

/* The floating-point unit, coprocessors 10 and 11. */
static struct thumb decode_float(uint16_t h, uint16_t h2)
{
    bool is_load = h & 0x10;
    if (IS(h, 0xff00, 0xee00) && !(h2 & 0x10))
        return decode_float_arithmetic(h, h2);
    if (IS(h, 0xff00, 0xee00)) { /* VMOV of one word, VMRS, VMSR */
        struct thumb t = plain(THUMB_FLOAT);
        t.float_reads = is_load ? float_one(h, h2 & 0x100 ? h >> 5 : h2 >> 7) : 0;
        return t;
    }
    if (IS(h, 0xffe0, 0xec40)) {
        struct thumb t = plain(THUMB_FLOAT_PAIR);
        t.float_reads = is_load ? float_several(h2, h2 & 0x100 ? 0 : h2 >> 5, 2) : 0;
        return t;
    }
    unsigned words = IS(h, 0x0120, 0x0100) ? (h2 & 0x100 ? 2 : 1) : h2 & 0xff; /* VLDR, VSTR; VLDM, VSTM */
    struct thumb t = multiple(is_load, words, h & 15, false, (h & 15) == SP && h & 0x20);
    t.float_reads = is_load ? 0 : float_several(h2 >> 12, h2 & 0x100 ? 0 : h >> 6, words);
    return t;
}

static struct thumb decode_wide(uint16_t h, uint16_t h2)
{
    if (IS(h, 0xfc00, 0xec00) && IS(h2, 0x0e00, 0x0a00))
        return decode_float(h, h2);
    if (IS(h, 0xf800, 0xf000))
        return h2 & 0x8000 ? decode_control(h, h2) : computes(h2 >> 8 & 15);
    if (IS(h, 0xfe40, 0xe800))
        return multiple(h & 0x10, count(h2), h & 15, h & 0x10 && h2 & 0x8000, (h & 15) == SP && h & 0x20);
    if (IS(h, 0xfe40, 0xe840))
        return decode_dual(h, h2);
    if (IS(h, 0xfe00, 0xea00)) {
        struct thumb t = computes(h2 >> 8 & 15);
        bool is_same = (h & 15) == (h2 & 15) && !(h2 & 0x70f0);
        t.flags = IS(h, 0xffe0, 0xea80) && (h2 >> 8 & 15) != PC && !is_same ? OPCODE_XOR : 0u;
        return t;
    }
    if (IS(h, 0xfe00, 0xf800))
        return decode_wide_memory(h, h2);
    return IS(h, 0xfe00, 0xfa00) ? decode_wide_registers(h, h2) : plain(THUMB_UNKNOWN);
}

struct thumb thumb_decode(uint16_t first, uint16_t second)
{
    bool is_wide = first >= 0xe800;
    struct thumb t = is_wide ? decode_wide(first, second) : decode_narrow(first);
    t.bytes = is_wide ? 4 : 2;
    return t;
}
