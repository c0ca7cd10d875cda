/* Encodings: AVR Instruction Set Manual (Microchip DS40002198). */
#include "effect.h"

enum { R0 = 0, X = 26, Y = 28, Z = 30, HIGH = 16 };

static struct effect writes(uint32_t registers)
{
    return (struct effect){registers, NO_OPERAND, NO_OPERAND};
}

static struct effect one(unsigned number)
{
    return writes(UINT32_C(1) << number);
}

static uint32_t pair(unsigned number)
{
    return UINT32_C(3) << number;
}

/* A product goes to R1:R0. */
static struct effect product(unsigned first, unsigned second)
{
    return (struct effect){pair(R0), (uint8_t)first, (uint8_t)second};
}

/* 1001 00sd dddd mmmm */
static struct effect indirect(uint16_t word)
{
    uint32_t into = word & 0x0200 ? 0 : UINT32_C(1) << (word >> 4 & 31);
    switch (word & 15) {
    case 0x1:
    case 0x2:
    case 0x5:
    case 0x7:
        return writes((word & 15) > 2 && word & 0x0200 ? 0 : into | pair(Z));
    case 0x9:
    case 0xa:
        return writes(into | pair(Y));
    case 0xd:
    case 0xe:
        return writes(into | pair(X));
    default:
        return writes(into);
    }
}

/* 1001 010d dddd mmmm: one operand, jumps and calls, LPM to R0, ADIW and SBIW. */
static struct effect single(uint16_t word)
{
    if (word == 0x95c8 || word == 0x95d8)
        return one(R0);
    if ((word & 0x0e00) == 0x0600)
        return writes(pair(24 + 2 * (word >> 4 & 3)));
    if ((word & 0x0e00) != 0x0400)
        return writes(0);
    unsigned what = word & 15;
    bool changes = what <= 3 || what == 5 || what == 6 || what == 7 || what == 10;
    return changes ? one(word >> 4 & 31) : writes(0);
}

/* 0000 00mm ...: MOVW and the products of registers from R16 on. */
static struct effect moves_and_products(uint16_t word, unsigned to, unsigned from)
{
    switch (word >> 8) {
    case 1:
        return writes(pair(2 * (to & 15)));
    case 2:
        return product(HIGH + (to & 15), HIGH + (from & 15));
    case 3:
        return product(HIGH + (to & 7), HIGH + (from & 7));
    default:
        return writes(0);
    }
}

struct effect effect_decode(uint16_t word)
{
    unsigned to = word >> 4 & 31, from = (word >> 5 & 16) | (word & 15), top = word >> 10;
    if (word >> 12 == 0 && top == 0)
        return moves_and_products(word, to, from);
    if (word >> 14 == 0) { /* CPC, CPSE, CP, and from 0x3000 on CPI write nothing */
        bool compares = top == 1 || top == 4 || top == 5 || word >> 12 == 3;
        return compares ? writes(0) : one(to);
    }
    if (word >> 14 == 1 || word >> 12 == 14) /* SBCI, SUBI, ORI, ANDI, LDI */
        return one(HIGH + (to & 15));
    if ((word & 0xd000) == 0x8000) /* LDD, STD */
        return word & 0x0200 ? writes(0) : one(to);
    if ((word & 0xfc00) == 0x9000)
        return indirect(word);
    if ((word & 0xfc00) == 0x9400)
        return single(word);
    if ((word & 0xfc00) == 0x9c00)
        return product(to, from);
    if ((word & 0xf800) == 0xb000 || (word & 0xfe08) == 0xf800) /* IN, BLD */
        return one(to);
    return writes(0);
}
