/* Counts the carries of a kernel. tests/src/native/arm/carries.py puts a call of this function before each
 * instruction that takes a carry, in ARM or Thumb state, after push {r0, lr}; the number of the instruction follows
 * the call. The function sets carry_counts[2 number + carry] to 1, leaves registers and flags unchanged, and pops r0
 * and lr. */
    .syntax unified
    .arm
    .text
    .global mc_count_carry
    .type mc_count_carry, %function
mc_count_carry:
    push    {r1-r4}
    mrs     r1, cpsr
    bic     r2, lr, #1
    ldr     r3, [r2]
    add     r2, lr, #4
    ldr     lr, [sp, #20]
    str     r2, [sp, #20]
    ldr     r4, =carry_counts
    add     r4, r4, r3, lsl #1
    and     r0, r1, #1 << 29
    mov     r2, #1
    strb    r2, [r4, r0, lsr #29]
    msr     cpsr_f, r1
    pop     {r1-r4}
    pop     {r0, pc}
    .size   mc_count_carry, . - mc_count_carry

    .bss
    .global carry_counts
carry_counts:
    .space  2 * CARRIES + 1
    .section .note.GNU-stack, "", %progbits
