; Calls KERNEL, a step of the ladder, with operands from the input. For each call the input has a byte, that is 0 at the
; end, X2, Z2, X3, Z3, x of 32 bytes each, swap of 2 and a24 of 4. The output has the four coordinates after the call, and
; 1 if the registers of the caller, the stack pointer and the operands behind the coordinates are as they were.
.include "io.inc"

.equ POINTS, 128
.equ REST, 38

routine main
next:
    mov.b &INPUT, r15
    tst.b r15
    jz last
    mov #operands, r14
    mov #POINTS + REST, r13
1:  mov.b &INPUT, 0(r14)
    inc r14
    dec r13
    jnz 1b
    mov #operands + POINTS, r14
    mov #copy, r13
    mov #REST, r12
2:  mov.b @r14+, 0(r13)
    inc r13
    dec r12
    jnz 2b
    .irp register, 4,5,6,7,8,9,10
    mov #0x1111 * \register, r\register
    .endr
    mov #operands, r12
    mov #operands + POINTS, r13
    mov &operands + POINTS + 32, r14
    mov &operands + POINTS + 34, r15
    push &operands + POINTS + 36
    mov r1, &stack
    call #KERNEL
    mov #1, r11
    cmp &stack, r1
    jne 5f
    .irp register, 4,5,6,7,8,9,10
    cmp #0x1111 * \register, r\register
    jne 5f
    .endr
    mov #operands + POINTS, r14
    mov #copy, r13
    mov #REST, r12
3:  cmp.b @r14+, 0(r13)
    jne 5f
    inc r13
    dec r12
    jnz 3b
    jmp 6f
5:  clr r11
6:  mov &stack, r1
    add #2, r1
    mov #operands, r14
    mov #POINTS, r13
7:  mov.b @r14+, &OUTPUT
    dec r13
    jnz 7b
    mov.b r11, &OUTPUT
    br #next
last:
    exit_with 0
end main

.section .bss
.balign 2
operands: .skip POINTS + REST
copy: .skip REST
stack: .skip 2
