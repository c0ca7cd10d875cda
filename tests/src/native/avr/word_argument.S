/* kernel_entry: the third argument is a pointer to a number of 4 bytes, which ENTERED takes in r18-r21. */
    .section .text.kernel_entry,"ax",@progbits
    .global kernel_entry
    .type kernel_entry, @function
kernel_entry:
    movw r26, r20
    ld r18, X+
    ld r19, X+
    ld r20, X+
    ld r21, X+
    jmp ENTERED
    .size kernel_entry, . - kernel_entry
