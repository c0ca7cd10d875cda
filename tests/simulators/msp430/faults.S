; Programs that fail. main reads one byte, which chooses.
.include "io.inc"

.macro fault number
    cmp.b #\number, r12
    jne 1f
.endm

routine main
    mov.b &INPUT, r12
    call #measured
    br #good
end main

routine good
    exit_with 0
end good

routine measured
    fault 1
    exit_with 7
1:  fault 2
    mov.b &INPUT, r12
1:  fault 3
    bis #16, r2
1:  fault 4
    .word 0x0001
1:  fault 5
    mov &0x1001, r13
1:  fault 6
    br #0xf000
1:  fault 7
    mov #variables + 2, r1
    push r1
    push r1
1:  fault 8
    mov #0, &measured
1:  fault 9
0:  jmp 0b
1:  fault 10
    exit_with 0
1:  fault 11
    mov #0x13a, r13
    mov r12, &0x130
    mov r12, &0x138
    mov @r13, r14
1:  fault 12
    mov &0x3900, r13
1:  fault 13
    mov #3, &0x3800
    mov #0x3801, r13
    mov @r13, r13
1:  fault 14
    call #never_called
1:  ret
end measured

routine never_called
    ret
end never_called

.bss
.balign 2
variables: .space 64
