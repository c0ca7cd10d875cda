/* kernel_entry: the third argument is a pointer to swap and a24, 1 and 4 bytes, which ENTERED takes in r20 and r16 to
 * r19. */
    .section .text.kernel_entry,"ax",@progbits
    .global kernel_entry
    .type kernel_entry, @function
kernel_entry:
    push r16
    push r17
    movw r26, r20
    ld r20, X+
    ld r16, X+
    ld r17, X+
    ld r18, X+
    ld r19, X+
    call ENTERED
    pop r17
    pop r16
    ret
    .size kernel_entry, . - kernel_entry
