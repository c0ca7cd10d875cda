/* Products that the compiler calls (MSP430 EABI, SLAA534), through the hardware multiplier: the same time for all
 * operands. Interrupt handlers must restore the multiplier, or not use it. */
#include "registers.h"

    .macro  function name
    .section .text.\name, "ax", @progbits
    .global \name
    .type   \name, @function
\name:
    .endm

    .macro  end name
    .size   \name, . - \name
    .endm

    /* r12 = r12 r13 */
    function __mspabi_mpyi
    mov     r12, &MULTIPLIER_MPY
    mov     r13, &MULTIPLIER_OP2
    mov     &MULTIPLIER_RESLO, r12
    ret
    end __mspabi_mpyi

    /* r13:r12 = r13:r12 r15:r14 */
    function __mspabi_mpyl
    mov     r12, &MULTIPLIER_MPY
    mov     r14, &MULTIPLIER_OP2
    mov     &MULTIPLIER_RESLO, r11
    mov     &MULTIPLIER_RESHI, &MULTIPLIER_RESLO
    mov     r12, &MULTIPLIER_MAC
    mov     r15, &MULTIPLIER_OP2
    mov     r13, &MULTIPLIER_MAC
    mov     r14, &MULTIPLIER_OP2
    mov     r11, r12
    mov     &MULTIPLIER_RESLO, r13
    ret
    end __mspabi_mpyl

    /* Adds a product of two words to the sum, whose carry goes to `carry`. */
    .macro  accumulate a, b, carry
    mov     \a, &MULTIPLIER_MAC
    mov     \b, &MULTIPLIER_OP2
    add     &MULTIPLIER_SUMEXT, \carry
    .endm

    /* The lowest word of the sum is done; the next column begins with the other words. */
    .macro  next_column into, carry
    mov     &MULTIPLIER_RESLO, \into
    mov     &MULTIPLIER_RESHI, &MULTIPLIER_RESLO
    mov     \carry, &MULTIPLIER_RESHI
    clr     \carry
    .endm

    /* r15:r12 = r11:r8 r15:r12, by columns. */
    function __mspabi_mpyll
    push    r7
    push    r6
    push    r5
    push    r4
    clr     r7
    mov     r8, &MULTIPLIER_MPY
    mov     r12, &MULTIPLIER_OP2
    next_column r4, r7
    accumulate r8, r13, r7
    accumulate r9, r12, r7
    next_column r5, r7
    accumulate r8, r14, r7
    accumulate r9, r13, r7
    accumulate r10, r12, r7
    next_column r6, r7
    accumulate r8, r15, r7
    accumulate r9, r14, r7
    accumulate r10, r13, r7
    accumulate r11, r12, r7
    mov     &MULTIPLIER_RESLO, r15
    mov     r6, r14
    mov     r5, r13
    mov     r4, r12
    pop     r4
    pop     r5
    pop     r6
    pop     r7
    ret
    end __mspabi_mpyll
