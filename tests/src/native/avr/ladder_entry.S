/* kernel_entry: the third argument is a pointer to k and a24, 32 and 4 bytes; ENTERED takes a24 in r16 to r19. */
    .section .text.kernel_entry,"ax",@progbits
    .global kernel_entry
    .type kernel_entry, @function
kernel_entry:
    push r16
    push r17
    movw r26, r20
    adiw r26, 32
    ld r16, X+
    ld r17, X+
    ld r18, X+
    ld r19, X+
    call ENTERED
    pop r17
    pop r16
    ret
    .size kernel_entry, . - kernel_entry
