/* Rows of a product, several by one loop, a routine of its own, for images for size. */
#ifndef MC_FP_ADD_ROWS_H
#define MC_FP_ADD_ROWS_H

#include "fp/fp.h"

/* Where FP_ROWS_AT_ONCE is defined, so many rows by one loop, for words of b that registers hold: r, of FP_WORDS words,
 * becomes r + a b, with as many words more as b has. */
#if defined(__AVR__) && MC_WORD_BITS == 8 && FP_WORDS % 4 == 0
#define FP_ROWS_AT_ONCE 4
/* b: r18 to r21; carry: r22 to r25 and, while a word is done, r14; 0: r15. Products of the even words of b, then of the
 * odd ones, are numbers of four words. */
#if __GNUC__ >= 8 /* earlier ones assume less */
__attribute__((noipa))
#endif
__attribute__((naked)) static void add_rows(mc_word *r, const mc_word *a, const mc_word *b)
{
    (void)r, (void)a, (void)b;
    __asm__("push r14\n"
            "push r15\n"
            "push r16\n"
            "push r17\n"
            "push r28\n"
            "push r29\n"
            "movw r26, r22\n"
            "movw r30, r20\n"
            "ld   r18, Z\n"
            "ldd  r19, Z+1\n"
            "ldd  r20, Z+2\n"
            "ldd  r21, Z+3\n"
            "movw r30, r24\n"
            "clr  r15\n"
            "clr  r22\n"
            "clr  r23\n"
            "movw r24, r22\n"
            "ldi  r16, %[words]\n"
            "1: ld r17, X+\n"
            "ld   r0, Z\n"
            "clr  r14\n"
            "add  r22, r0\n"
            "adc  r23, r15\n"
            "adc  r24, r15\n"
            "adc  r25, r15\n"
            "adc  r14, r15\n"
            "mul  r17, r18\n"
            "movw r28, r0\n"
            "mul  r17, r20\n"
            "add  r22, r28\n"
            "adc  r23, r29\n"
            "adc  r24, r0\n"
            "adc  r25, r1\n"
            "adc  r14, r15\n"
            "mul  r17, r19\n"
            "movw r28, r0\n"
            "mul  r17, r21\n"
            "add  r23, r28\n"
            "adc  r24, r29\n"
            "adc  r25, r0\n"
            "adc  r14, r1\n"
            "st   Z+, r22\n"
            "mov  r22, r23\n"
            "mov  r23, r24\n"
            "mov  r24, r25\n"
            "mov  r25, r14\n"
            "dec  r16\n"
            "brne 1b\n"
            "st   Z, r22\n"
            "std  Z+1, r23\n"
            "std  Z+2, r24\n"
            "std  Z+3, r25\n"
            "clr  r1\n"
            "pop  r29\n"
            "pop  r28\n"
            "pop  r17\n"
            "pop  r16\n"
            "pop  r15\n"
            "pop  r14\n"
            "ret\n"
            :
            : [words] "M"(FP_WORDS));
}
#endif

#endif
