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

#if MC_PRODUCT_BY_HALVES
/* Compilers keep too few of its values in registers, and the carry in none. Here it stays in the flags: neither
 * products nor sums with upper registers change it. -b - 1, for a factor of -1, is b with its bits inverted. Two words
 * a round; all ones for that factor, else 0: ip; end of r: lr. */
__attribute__((naked)) mc_word FP(sum)(mc_word *r, const mc_word *a, const mc_word *b, mc_word factor)
{
    __asm__("push {r4, r5, r6, r7, lr}\n"
            "movs r4, %[bytes]\n"
            "adds r4, r4, r0\n"
            "mov  lr, r4\n"
            "asrs r4, r3, #31\n"
            "mov  ip, r4\n"
            "adds r4, r4, r4\n" /* the carry */
            ".if %c[odd]\n"
            "ldmia r1!, {r4}\n"
            "ldmia r2!, {r6}\n"
            "muls r6, r3, r6\n"
            "add  r6, ip\n"
            "adcs r4, r4, r6\n"
            "stmia r0!, {r4}\n"
            ".endif\n"
            "1: ldmia r1!, {r4, r5}\n"
            "ldmia r2!, {r6, r7}\n"
            "muls r6, r3, r6\n"
            "muls r7, r3, r7\n"
            "add  r6, ip\n"
            "add  r7, ip\n"
            "adcs r4, r4, r6\n"
            "adcs r5, r5, r7\n"
            "stmia r0!, {r4, r5}\n"
            "mov  r6, lr\n"
            "eors r6, r6, r0\n"
            "bne  1b\n"
            "movs r0, #0\n"
            "adcs r0, r0, r0\n"
            "pop {r4, r5, r6, r7, pc}\n"
            :
            : [bytes] "i"(FP_WORDS * MC_WORD_BYTES), [odd] "i"(FP_WORDS % 2));
}
#else
mc_word FP(sum)(mc_word *r, const mc_word *a, const mc_word *b, mc_word factor)
{
    SUM_LOOP(r, a, b, factor);
}
#endif

#ifdef __AVR__
mc_word FP(sum_with_modulus)(mc_word *r, const mc_word *a, mc_word factor FP_M)
{
    const MC_FLASH mc_word *n = FP_MODULUS->n;
    SUM_LOOP(r, a, n, factor);
}
#endif
