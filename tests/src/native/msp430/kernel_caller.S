; Calls KERNEL with operands from the input and says what came of them. For each call the input has a byte, that is 0 at
; the end, the offset of r among the operands and SIZE bytes: the operands, with guards. The output has these bytes after
; the call, and 1 if the registers of the caller and the stack pointer are as they were. If COUNTED
; is 3 or 4, that argument is COUNT.
.include "io.inc"

routine main
next:
    mov.b &INPUT, r15
    tst.b r15
    jz last
    mov.b &INPUT, r15
    mov r15, &offset
    mov #operands, r14
    mov #SIZE, r13
1:  mov.b &INPUT, 0(r14)
    inc r14
    dec r13
    jnz 1b
    .irp register, 4,5,6,7,8,9,10
    mov #0x1111 * \register, r\register
    .endr
    mov r1, &stack
    mov #operands, r12
    add &offset, r12
    mov #operands + A, r13
.if IS_SMALL
    mov &operands + B, r14
    mov &operands + B + 2, r15
.else
    mov #operands + B, r14
.endif
.if COUNTED == 3
    mov #COUNT, r14
.elseif COUNTED == 4
    mov #COUNT, r15
.endif
    call #KERNEL
    mov #1, r11
    cmp &stack, r1
    jne 2f
    .irp register, 4,5,6,7,8,9,10
    cmp #0x1111 * \register, r\register
    jne 2f
    .endr
    jmp 3f
2:  clr r11
3:  mov &stack, r1
    mov #operands, r14
    mov #SIZE, r13
4:  mov.b @r14+, &OUTPUT
    dec r13
    jnz 4b
    mov.b r11, &OUTPUT
    br #next
last:
    exit_with 0
end main

.section .bss
.balign 2
operands: .skip SIZE
.balign 2
offset: .skip 2
stack: .skip 2
