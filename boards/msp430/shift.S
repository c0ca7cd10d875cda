/* Shifts that the compiler calls (MSP430 EABI, SLAA534), bit by bit: their time depends on the count alone. */

    /* A loop that repeats its body `count` times. */
    .macro  shift name, count
    .section .text.\name, "ax", @progbits
    .global \name
    .type   \name, @function
\name:
    tst     \count
    jz      2f
1:
    .endm

    .macro  end name, count
    dec     \count
    jnz     1b
2:  ret
    .size   \name, . - \name
    .endm

    /* r13:r12 by r14. */
    shift   __mspabi_slll, r14
    add     r12, r12
    addc    r13, r13
    end     __mspabi_slll, r14

    shift   __mspabi_srll, r14
    clrc
    rrc     r13
    rrc     r12
    end     __mspabi_srll, r14

    shift   __mspabi_sral, r14
    rra     r13
    rrc     r12
    end     __mspabi_sral, r14

    /* r15:r12 by the word on the stack. */
    .macro  shift_long name
    .section .text.\name, "ax", @progbits
    .global \name
    .type   \name, @function
\name:
    mov     2(r1), r11
    tst     r11
    jz      2f
1:
    .endm

    shift_long __ashldi3
    add     r12, r12
    addc    r13, r13
    addc    r14, r14
    addc    r15, r15
    end     __ashldi3, r11

    shift_long __lshrdi3
    clrc
    rrc     r15
    rrc     r14
    rrc     r13
    rrc     r12
    end     __lshrdi3, r11

    shift_long __ashrdi3
    rra     r15
    rrc     r14
    rrc     r13
    rrc     r12
    end     __ashrdi3, r11
