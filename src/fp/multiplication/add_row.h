/* A row of a product by one loop, a routine of its own, for images for size. */
#ifndef MC_FP_ADD_ROW_H
#define MC_FP_ADD_ROW_H

#include "fp/fp.h"

/* r = the lower FP_WORDS words of t + a b; returns the word above them. r may be t, or begin one word before it. */
#if MC_PRODUCT_BY_HALVES
/* Compilers keep too few of its values in registers. With b = b1 2^16 + b0 and a word a1 2^16 + a0, the middle of the
 * product, a0 b1 + a1 b0, has a carry of its own. Carry of the row: ip; end of r: lr. */
__attribute__((naked, noinline)) static mc_word add_row(mc_word *r, const mc_word *t, const mc_word *a, mc_word b)
{
    __asm__("push {r4, r5, r6, r7, lr}\n"
            "lsrs r4, r3, #16\n" /* b1 */
            "uxth r3, r3\n"      /* b0 */
            "movs r5, %[bytes]\n"
            "adds r5, r5, r0\n"
            "mov  lr, r5\n"
            "movs r5, #0\n"
            "1: mov ip, r5\n"
            "ldr  r5, [r2]\n"
            "uxth r6, r5\n"
            "lsrs r5, r5, #16\n"
            "muls r6, r4, r6\n" /* a0 b1 */
            "movs r7, r5\n"
            "muls r7, r3, r7\n" /* a1 b0 */
            "muls r5, r4, r5\n" /* a1 b1 */
            "adds r6, r6, r7\n"
            "movs r7, #0\n"
            "adcs r7, r7, r7\n"
            "lsls r7, r7, #16\n"
            "adds r5, r5, r7\n"
            "lsrs r7, r6, #16\n"
            "adds r5, r5, r7\n"
            "lsls r6, r6, #16\n"
            "ldmia r2!, {r7}\n"
            "uxth r7, r7\n"
            "muls r7, r3, r7\n" /* a0 b0 */
            "adds r6, r6, r7\n"
            "movs r7, #0\n"
            "adcs r5, r5, r7\n"
            "ldmia r1!, {r7}\n"
            "adds r6, r6, r7\n"
            "movs r7, #0\n"
            "adcs r5, r5, r7\n"
            "mov  r7, ip\n"
            "adds r6, r6, r7\n"
            "movs r7, #0\n"
            "adcs r5, r5, r7\n"
            "stmia r0!, {r6}\n"
            "cmp  r0, lr\n"
            "bne  1b\n"
            "movs r0, r5\n"
            "pop  {r4, r5, r6, r7, pc}\n"
            :
            : [bytes] "i"(FP_WORDS * MC_WORD_BYTES));
}
#elif defined(__ARM_FEATURE_DSP) && MC_WORD_BITS == 32
/* UMAAL adds both the word of t and the carry of the row, ip, to the product. Two words a round, whose loads and stores
 * go together; end of r: lr. */
__attribute__((naked, noinline)) static mc_word add_row(mc_word *r, const mc_word *t, const mc_word *a, mc_word b)
{
    __asm__("push {r4, r5, r6, r7, lr}\n"
            "mov ip, #0\n"
            "add lr, r0, %[bytes]\n"
            ".if %c[odd]\n"
            "ldmia r1!, {r4}\n"
            "ldmia r2!, {r6}\n"
            "umaal r4, ip, r6, r3\n"
            "stmia r0!, {r4}\n"
            ".endif\n"
            "1: ldmia r1!, {r4, r5}\n"
            "ldmia r2!, {r6, r7}\n"
            "umaal r4, ip, r6, r3\n"
            "umaal r5, ip, r7, r3\n"
            "stmia r0!, {r4, r5}\n"
            "cmp r0, lr\n"
            "bne 1b\n"
            "mov r0, ip\n"
            "pop {r4, r5, r6, r7, pc}\n"
            :
            : [bytes] "i"(FP_WORDS * MC_WORD_BYTES), [odd] "i"(FP_WORDS % 2));
}
#else
MC_NOINLINE mc_word add_row(mc_word *r, const mc_word *t, const mc_word *a, mc_word b)
{
    mc_word carry = 0;
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        const mc_dword sum = (mc_dword)(mc_product(a[i], b) + t[i] + carry);
        r[i] = (mc_word)sum;
        carry = (mc_word)(sum >> MC_WORD_BITS);
    }
    return carry;
}
#endif

#endif
