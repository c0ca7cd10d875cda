#include "msp430_multiplier.h"

#include "common.h"

/* Registers by their offsets. MPY32 has those of the smaller multiplier first. */
enum {
    MPY = 0x00, /* MPY, MPYS, MAC, MACS */
    OP2 = 0x08,
    RESLO = 0x0a,
    RESHI = 0x0c,
    SUMEXT = 0x0e,
    MPY32L = 0x10, /* in the same order, each with a low and a high word */
    OP2L = 0x20,
    OP2H = 0x22,
    RES0 = 0x24, /* RES0 and RES1 are RESLO and RESHI by other names */
    RES3 = 0x2a,
    MPY32CTL0 = 0x2c,
};
enum { IS_SIGNED = 1, ACCUMULATES = 2 };

static struct {
    unsigned kind, first_bits;
    uint32_t first;
    uint16_t second_low, sum_extension;
    uint64_t result;
    int is_long; /* the result has 64 bits; otherwise its upper words are not defined */
} multiplier;

/* A number of 16, 32 or 64 bits as the kind of the product takes it. */
static __int128 number(uint64_t value, unsigned bits)
{
    __int128 whole = value, range = (__int128)1 << bits;
    return multiplier.kind & IS_SIGNED && value >> (bits - 1) & 1 ? whole - range : whole;
}

static void multiply(uint32_t second, unsigned second_bits)
{
    multiplier.is_long = multiplier.first_bits == 32 || second_bits == 32;
    unsigned bits = multiplier.is_long ? 64 : 32;
    uint64_t ones = multiplier.is_long ? UINT64_MAX : UINT32_MAX;
    __int128 sum = number(multiplier.first, multiplier.first_bits) * number(second, second_bits);
    if (multiplier.kind & ACCUMULATES)
        sum += number(multiplier.result & ones, bits);
    multiplier.result = (uint64_t)sum & ones;
    if (multiplier.kind & IS_SIGNED)
        multiplier.sum_extension = multiplier.result >> (bits - 1) ? 0xffff : 0;
    else
        multiplier.sum_extension = (uint16_t)(sum >> bits & 1);
}

static void set_first(unsigned kind, uint32_t value, unsigned bits)
{
    multiplier.kind = kind;
    multiplier.first = value;
    multiplier.first_bits = bits;
}

static void set_result(unsigned word, uint16_t value)
{
    multiplier.result &= ~((uint64_t)0xffff << 16 * word);
    multiplier.result |= (uint64_t)value << 16 * word;
}

void multiplier_write(unsigned offset, uint16_t value)
{
    if (offset < OP2)
        set_first(offset / 2, value, 16);
    else if (offset == OP2)
        multiply(value, 16);
    else if (offset == RESLO || offset == RESHI)
        set_result((offset - RESLO) / 2, value);
    else if (offset >= MPY32L && offset < OP2L && offset % 4 == 0)
        set_first((offset - MPY32L) / 4, value, 32);
    else if (offset >= MPY32L && offset < OP2L)
        multiplier.first = (multiplier.first & 0xffff) | (uint32_t)value << 16;
    else if (offset == OP2L)
        multiplier.second_low = value;
    else if (offset == OP2H)
        multiply((uint32_t)value << 16 | multiplier.second_low, 32);
    else if (offset >= RES0 && offset <= RES3) {
        multiplier.is_long = 1;
        set_result((offset - RES0) / 2, value);
    } else if (offset != MPY32CTL0 || value)
        second_fail("a mode or register of the multiplier that is not known");
}

uint16_t multiplier_read(unsigned offset)
{
    unsigned word = offset >= RES0 ? (offset - RES0) / 2 : (offset - RESLO) / 2;
    if (offset < OP2)
        return (uint16_t)multiplier.first;
    if (offset == SUMEXT)
        return multiplier.sum_extension;
    int is_result = offset == RESLO || offset == RESHI || (offset >= RES0 && offset <= RES3);
    if (!is_result || (word > 1 && !multiplier.is_long))
        second_fail("a register of the multiplier that holds nothing");
    return (uint16_t)(multiplier.result >> 16 * word);
}
