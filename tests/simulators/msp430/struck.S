; A routine whose every instruction shows in the output: 2, or 3 with the stored 1.
.include "io.inc"

routine main
    clr.b &cell
    mov.b #0x40, r12
    mov.b #0x10, r13
    call #struck
    mov.b r12, &OUTPUT
    exit_with 0
end main

routine struck
    mov.b #1, r12
    mov.b r12, &cell
    mov.b #2, r12
    mov.b &cell, r13
    add.b r13, r12
    ret
    exit_with 7
    jmp .
end struck

.section .bss
cell: .space 2
