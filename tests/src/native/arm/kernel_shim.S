/* call_checked(r, a, b): calls KERNEL with marks in the call-saved registers; returns 1 if they and the stack pointer
 * came back. */
    .syntax unified
#ifdef __IWMMXT__
    .arch iwmmxt
#endif
    .arm
    .text
    .global call_checked
    .type call_checked, %function
call_checked:
    push    {r3-r11, lr}
    .irp    register, r4, r5, r6, r7, r8, r9, r10
    adr     \register, call_checked
    add     \register, \register, #1 << (\@ & 7)
    .endr
    mov     r11, sp
    sub     sp, sp, #32
    stm     sp, {r4-r11}
#ifdef __IWMMXT__
    .irp    register, wr10, wr11, wr12, wr13, wr14, wr15
    tmcrr   \register, r4, r5
    .endr
#endif
    ldr     r12, =KERNEL
    blx     r12
    mov     r0, #1
#ifdef __IWMMXT__
    .irp    register, wr10, wr11, wr12, wr13, wr14, wr15
    tmrrc   r1, r2, \register
    ldr     r3, [sp]
    cmp     r1, r3
    ldreq   r3, [sp, #4]
    cmpeq   r2, r3
    movne   r0, #0
    .endr
#endif
    .irp    register, r4, r5, r6, r7, r8, r9, r10, r11
    pop     {r1}
    cmp     r1, \register
    movne   r0, #0
    .endr
    cmp     sp, r11
    movne   r0, #0
    pop     {r3-r11, pc}
    .size   call_checked, . - call_checked
    .section .note.GNU-stack, "", %progbits
