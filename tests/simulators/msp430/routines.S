; Routines whose counts are known. main reads one byte, the secret, and passes it to each in r12.
.include "io.inc"

routine main
    clr r12
    mov.b &INPUT, r12
    call #counted
    call #framed
    call #branches
    call #indexes
    mov r12, r10
    call #forgets
    call #wipes
    mov r10, r12
    call #outer
    call #twice
    call #twice
    mov.b r12, &OUTPUT
    exit_with 0
end main

; 4 loads, 3 stores, 2 xors: pushes and pops are none of these, nor is the xor of a register with itself. 6 bytes of
; stack with the return address. The multiplier's registers are no memory.
routine counted
    push r9
    push r8
    mov #table, r8
    mov @r8+, r9
    xor @r8, r9
    mov r9, &variable
    add r9, &variable
    xor r9, r8
    xor r8, r8
    mov r9, &0x130
    mov &0x130, r9
    mov r9, &variable
    pop r8
    pop r9
    ret
end counted

routine framed
    sub #0xfe, r1
    mov #1, 0(r1)
    add #0xfe, r1
    ret
end framed

; A planted leak: 7 cycles both ways, but by other instructions.
routine branches
    bit #1, r12
    jz 1f
    nop
    ret
1:  nop
    ret
end branches

; A planted leak: reads a table at a secret index.
routine indexes
    mov r12, r13
    add r13, r13
    mov table(r13), r14
    ret
end indexes

routine forgets
    push r12
    pop r12
    ret
end forgets

routine wipes
    push r12
    mov #0, 0(r1)
    pop r12
    ret
end wipes

routine outer
    call #inner
    call #inner
    mov #2, r14
    call #recursive
    br #tail
end outer

routine inner
    nop
    ret
end inner

routine recursive
    dec r14
    jz 1f
    call #recursive
1:  ret
end recursive

routine tail
    nop
    nop
    ret
end tail

routine twice
    nop
    ret
end twice

.section .rodata
table:
    .word 1, 2, 3, 4, 5, 6, 7, 8

.bss
.balign 2
variable: .space 2
