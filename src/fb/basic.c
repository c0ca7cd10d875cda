#include "fb/fb.h"

void FB(add)(mc_word *r, const mc_word *a, const mc_word *b)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = a[i] ^ b[i];
}

void FB(copy)(mc_word *r, const mc_word *a)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = a[i];
}

void FB(set_small)(mc_word *r, mc_word value)
{
    r[0] = value;
    for (uint8_t i = 1; i < FB_WORDS; i++)
        r[i] = 0;
}

void FB(select)(mc_word *r, const mc_word *a, mc_word mask)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] ^= mask & (r[i] ^ a[i]);
}

void FB(swap)(mc_word *a, mc_word *b, mc_word mask)
{
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        mc_word difference = mask & (a[i] ^ b[i]);
        a[i] ^= difference;
        b[i] ^= difference;
    }
}

mc_word FB(mask_zero)(const mc_word *a)
{
    mc_word any = 0;
    for (uint8_t i = 0; i < FB_WORDS; i++)
        any |= a[i];
    return mc_word_mask_zero(any);
}

mc_word FB(mask_equal)(const mc_word *a, const mc_word *b)
{
    mc_word any = 0;
    for (uint8_t i = 0; i < FB_WORDS; i++)
        any |= a[i] ^ b[i];
    return mc_word_mask_zero(any);
}

mc_word FB(trace)(const mc_word *a)
{
    mc_word sum = 0;
#define ADD_COEFFICIENT(e) sum ^= a[(e) / MC_WORD_BITS] >> ((e) % MC_WORD_BITS);
    FB_TRACE_TERMS(ADD_COEFFICIENT)
#undef ADD_COEFFICIENT
    return sum & 1;
}

void FB(sqr_times)(mc_word *r, const mc_word *a, unsigned count)
{
    FB(copy)(r, a);
    while (count--) {
        fb_sqr(r, r);
        mc_pace(MC_COST_SQUARE(FB_BYTES));
    }
}

void FB(from_flash)(mc_word *r, const MC_FLASH mc_word *a)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] = a[i];
}

void FB(add_masked)(mc_word *r, const mc_word *a, mc_word mask)
{
    for (uint8_t i = 0; i < FB_WORDS; i++)
        r[i] ^= a[i] & mask;
}

mc_word FB(mask_bit)(const mc_word *a, unsigned e)
{
    return mc_word_barrier((mc_word)(0 - (a[e / MC_WORD_BITS] >> e % MC_WORD_BITS & 1)));
}

void FB(mul_z)(mc_word *r, const mc_word *a)
{
    mc_word carry = 0;
    mc_word top = a[(FB_M - 1) / MC_WORD_BITS] >> (FB_M - 1) % MC_WORD_BITS & 1;
    for (uint8_t i = 0; i < FB_WORDS; i++) {
        mc_word word = a[i];
        r[i] = (mc_word)(word << 1) | carry;
        carry = word >> (MC_WORD_BITS - 1);
    }
#if FB_M % MC_WORD_BITS
    r[FB_WORDS - 1] ^= (mc_word)(top << FB_M % MC_WORD_BITS);
#endif
#define BASIC_ADD_TERM(k) r[(k) / MC_WORD_BITS] ^= (mc_word)(top << (k) % MC_WORD_BITS);
    FB_TERMS(BASIC_ADD_TERM)
#undef BASIC_ADD_TERM
}
