/* Quotients and remainders of 16 bits that the compiler calls (MSP430 EABI, SLAA534), a bit a turn, by masks: the
 * same time for all operands. */

    .macro  function name
    .section .text.\name, "ax", @progbits
    .global \name
    .type   \name, @function
\name:
    .endm

    .macro  end name
    .size   \name, . - \name
    .endm

    /* r12 = r12 / r13, r14 = r12 % r13, unsigned; r10 is preserved. A bit shifted out of the remainder makes it
     * larger than any divisor. */
    function mc_msp430_divide
    push    r10
    clr     r14
    mov     #16, r15
1:  rla     r12
    rlc     r14
    subc    r10, r10        /* 0 if 1 was shifted out, else all ones */
    sub     r13, r14
    subc    r11, r11        /* all ones if that borrowed */
    and     r10, r11
    inc     r12
    add     r11, r12
    and     r13, r11
    add     r11, r14
    dec     r15
    jnz     1b
    pop     r10
    ret
    end mc_msp430_divide

    function __mspabi_divu
    br      #mc_msp430_divide
    end __mspabi_divu

    function __mspabi_remu
    call    #mc_msp430_divide
    mov     r14, r12
    ret
    end __mspabi_remu

    /* value = -value if it is negative, by the mask, which remains. */
    .macro  magnitude value, mask
    mov     \value, \mask
    rla     \mask
    subc    \mask, \mask
    inv     \mask           /* all ones if it is */
    xor     \mask, \value
    sub     \mask, \value
    .endm

    /* Towards zero; the remainder has the sign of the dividend. */
    function __mspabi_divi
    push    r9
    magnitude r12, r9
    magnitude r13, r11
    xor     r11, r9
    call    #mc_msp430_divide
    xor     r9, r12
    sub     r9, r12
    pop     r9
    ret
    end __mspabi_divi

    function __mspabi_remi
    push    r9
    magnitude r12, r9
    magnitude r13, r11
    call    #mc_msp430_divide
    xor     r9, r14
    sub     r9, r14
    mov     r14, r12
    pop     r9
    ret
    end __mspabi_remi
