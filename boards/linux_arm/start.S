/* The program's first instruction; main does not return. */
    .section .text.start, "ax", %progbits
    .global _start
    .type _start, %function
_start:
    mov     fp, #0
    mov     lr, #0
    b       main
    .size _start, . - _start
    .section .note.GNU-stack, "", %progbits
