#include "fb/fb.h"

#define FB_BASIC
#include "fb/basic.h"
#undef FB_BASIC

mc_word FB(mask_zero)(const mc_word *a)
{
    mc_word any = 0;
#if MC_WORD_BITS == 8 && !MC_PREFER_SIZE /* a loop costs more than its body */
#define BASIC_OR_WORD(i) any |= (i) < FB_WORDS ? a[i] : 0;
    FB_UNROLL(BASIC_OR_WORD)
#undef BASIC_OR_WORD
#else
    for (uint8_t i = 0; i < FB_WORDS; i++)
        any |= a[i];
#endif
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
