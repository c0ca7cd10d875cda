/* Digits of half as many bits as a product has, for inversion by division steps: signed multiplication, and division
 * by 2^DIGIT_BITS, in constant time.
 *
 * Numbers are digits of DIGIT_BITS bits, least significant first, only the last one signed. The two bits that a digit
 * leaves free in its type hold the coefficients of DIGIT_BITS division steps, and in a wide one the sum of a column. */
#ifndef MC_FP_DIGITS_H
#define MC_FP_DIGITS_H

#include "word/word.h"

#if MC_WORD_BITS == 64
typedef int64_t mc_digit;
typedef uint64_t mc_unsigned_digit;
__extension__ typedef __int128 mc_wide;
#elif MC_WORD_BITS == 32
typedef int32_t mc_digit;
typedef uint32_t mc_unsigned_digit;
typedef int64_t mc_wide;
#else
typedef int16_t mc_digit;
typedef uint16_t mc_unsigned_digit;
typedef int32_t mc_wide;
#endif

#define DIGIT_BITS ((int)(8 * sizeof(mc_digit) - 2))
#define DIGIT_MASK ((mc_unsigned_digit)(((mc_unsigned_digit)1 << DIGIT_BITS) - 1))

#ifdef MC_DIVSTEPS_APPLY
/* A kernel for a matrix and two numbers in a row, and one that adds multiples of the number after these
 * (native/api.h); an image names both. */
typedef struct {
    mc_digit u, v, q, r, mx, my;
    uint8_t digits; /* of each number */
} mc_divsteps_matrix;
void MC_DIVSTEPS_APPLY(mc_digit *x, const mc_divsteps_matrix *t);
void MC_DIVSTEPS_APPLY_MODULAR(mc_digit *x, const mc_divsteps_matrix *t);
#endif

/* sum + a b. The compiler's own signed multiplication for AVR branches on the signs. */
static inline mc_wide mc_multiply_add(mc_wide sum, mc_digit a, mc_digit b)
{
#if defined(__AVR__) && MC_WORD_BITS == 8
    uint8_t zero;
    __asm__("clr %1\n\t"
            "muls %B2, %B3\n\t"
            "add %C0, r0\n\t"
            "adc %D0, r1\n\t"
            "mul %A2, %A3\n\t"
            "add %A0, r0\n\t"
            "adc %B0, r1\n\t"
            "adc %C0, %1\n\t"
            "adc %D0, %1\n\t"
            "mulsu %B2, %A3\n\t" /* leaves the sign in the carry */
            "sbc %D0, %1\n\t"
            "add %B0, r0\n\t"
            "adc %C0, r1\n\t"
            "adc %D0, %1\n\t"
            "mulsu %B3, %A2\n\t"
            "sbc %D0, %1\n\t"
            "add %B0, r0\n\t"
            "adc %C0, r1\n\t"
            "adc %D0, %1\n\t"
            "clr r1"
            : "+r"(sum), "=&r"(zero)
            : "a"(a), "a"(b)
            : "r0");
    return sum;
#elif MC_PRODUCT_BY_HALVES
    /* a = a1 2^16 + a0 and b alike, a1 and b1 with the sign */
    mc_word low, across, other;
    __asm__(".syntax unified\n\t"
            "uxth %1, %4\n\t"
            "asrs %4, %4, #16\n\t"
            "uxth %2, %5\n\t"
            "asrs %5, %5, #16\n\t"
            "mov %3, %1\n\t"
            "muls %3, %2, %3\n\t" /* a0 b0 */
            "muls %2, %4, %2\n\t" /* a1 b0 */
            "muls %1, %5, %1\n\t" /* a0 b1 */
            "muls %4, %5, %4\n\t" /* a1 b1 */
            "adds %Q0, %Q0, %3\n\t"
            "adcs %R0, %R0, %4\n\t"
            "lsls %3, %2, #16\n\t"
            "asrs %2, %2, #16\n\t"
            "adds %Q0, %Q0, %3\n\t"
            "adcs %R0, %R0, %2\n\t"
            "lsls %3, %1, #16\n\t"
            "asrs %1, %1, #16\n\t"
            "adds %Q0, %Q0, %3\n\t"
            "adcs %R0, %R0, %1"
            : "+l"(sum), "=&l"(across), "=&l"(other), "=&l"(low), "+l"(a), "+l"(b)
            :
            : "cc");
    return sum;
#else
    return sum + (mc_wide)a * b;
#endif
}

/* sum + a x + b y + c z. By MSP430's multiplier, which adds products up; of two words the compiler would multiply
 * double words. */
#define MC_MSP430_RESULT MC_STRINGIFY(MC_MSP430_MULTIPLIER) " + 10"
static inline mc_wide mc_multiply_add_3(mc_wide sum, mc_digit a, mc_digit x, mc_digit b, mc_digit y, mc_digit c,
                                        mc_digit z)
{
#if defined(MC_MSP430_MULTIPLIER) && MC_WORD_BITS == 16
    volatile mc_digit *const multiplier = (volatile mc_digit *)MC_MSP430_MULTIPLIER;
    multiplier[1] = a; /* MPYS, OP2 */
    multiplier[4] = x;
    multiplier[3] = b; /* MACS */
    multiplier[4] = y;
    multiplier[3] = c;
    multiplier[4] = z;
    mc_unsigned_digit low = (mc_unsigned_digit)sum, high = (mc_unsigned_digit)(sum >> 16);
    __asm__ volatile("add &" MC_MSP430_RESULT ", %0\n\t"
                     "addc &" MC_MSP430_RESULT " + 2, %1"
                     : "+r"(low), "+r"(high)
                     :
                     : "cc");
    return (mc_wide)((uint32_t)high << 16 | low);
#else
    return mc_multiply_add(mc_multiply_add(mc_multiply_add(sum, a, x), b, y), c, z);
#endif
}

/* x / 2^DIGIT_BITS, rounded down. On AVR and MSP430 by two places up and two bytes down; the compilers' shifts are a
 * loop, or one place at a time. */
static inline mc_wide mc_shift_digit(mc_wide x)
{
#if defined(__AVR__) && MC_WORD_BITS == 8
    __asm__("lsl %B0\n\t"
            "rol %C0\n\t"
            "rol %D0\n\t"
            "sbc %A0, %A0\n\t" /* the sign */
            "lsl %B0\n\t"
            "rol %C0\n\t"
            "rol %D0\n\t"
            "rol %A0\n\t"
            "mov r0, %A0\n\t"
            "movw %A0, %C0\n\t"
            "mov %C0, r0\n\t"
            "lsl r0\n\t"
            "sbc %D0, %D0"
            : "+r"(x)
            :
            : "r0");
    return x;
#elif defined(__MSP430__) && MC_WORD_BITS == 16
    mc_unsigned_digit low = (mc_unsigned_digit)x, high = (mc_unsigned_digit)(x >> 16), above;
    __asm__("rla %0\n\t"
            "rlc %1\n\t"
            "subc %2, %2\n\t" /* the opposite of the sign */
            "inv %2\n\t"
            "rla %0\n\t"
            "rlc %1\n\t"
            "rlc %2"
            : "+r"(low), "+r"(high), "=&r"(above)
            :
            : "cc");
    return (mc_wide)((uint32_t)above << 16 | high);
#else
    return x >> DIGIT_BITS;
#endif
}

#endif
