/* Sums and differences by one loop, for images for size (fp/fp.h). */
#include "fp/fp.h"

/* a + b + carry, and the carry of that. Compilers would compute with words of twice the size. */
MC_INLINE mc_word add_with_carry(mc_word a, mc_word b, mc_word *carry)
{
#if defined(__arm__) && MC_WORD_BITS == 32
    __asm__("lsrs %1, %1, #1\n"
            "adcs %0, %0, %2\n"
            "adcs %1, %1, %1"
            : "+l"(a), "+&l"(*carry)
            : "l"(b)
            : "cc");
    return a;
#elif defined(__AVR__)
    __asm__("lsr %1\n"
            "adc %0, %2\n"
            "rol %1"
            : "+r"(a), "+&r"(*carry)
            : "r"(b)
            : "cc");
    return a;
#elif defined(__MSP430__) && MC_WORD_BITS == 16
    __asm__("rra %1\n"
            "addc %2, %0\n"
            "addc %1, %1"
            : "+r"(a), "+&r"(*carry)
            : "r"(b)
            : "cc");
    return a;
#else
    const mc_dword sum = (mc_dword)((mc_dword)a + b + *carry);
    *carry = (mc_word)(sum >> MC_WORD_BITS);
    return (mc_word)sum;
#endif
}

#define SUM_LOOP(r, a, b, factor)                                                                                      \
    do {                                                                                                               \
        const mc_word mask = mc_word_barrier((mc_word)(0 - ((factor) & 1)));                                           \
        mc_word carry = (factor) >> (MC_WORD_BITS - 1);                                                                \
        const mc_word inverted = mc_word_barrier((mc_word)(0 - carry));                                                \
        for (uint8_t i = 0; i < FP_WORDS; i++)                                                                         \
            (r)[i] = add_with_carry((a)[i], (mc_word)(((b)[i] & mask) ^ inverted), &carry);                            \
        return carry;                                                                                                  \
    } while (0)

mc_word FP(sum)(mc_word *r, const mc_word *a, const mc_word *b, mc_word factor)
{
    SUM_LOOP(r, a, b, factor);
}

#ifdef __AVR__
mc_word FP(sum_with_modulus)(mc_word *r, const mc_word *a, mc_word factor FP_M)
{
    const MC_FLASH mc_word *n = FP_MODULUS->n;
    SUM_LOOP(r, a, n, factor);
}
#endif
