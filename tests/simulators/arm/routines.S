/* A program for the tests of the plugin: reads a byte, calls each routine once with it in r0, ends with code 0.
 * Written for -nostdlib; the length of a routine can be read from its text. */
    .arch armv5te
    .arch_extension iwmmxt
    .syntax unified
    .arm
    .text

    .macro routine name
    .global \name
    .type \name, %function
\name:
    .endm

    .macro end name
    .size \name, . - \name
    .endm

    .macro exit code
    mov     r7, #1
    mov     r0, #\code
    svc     0
    .endm

routine _start
    sub     sp, sp, #16
    mov     r7, #3                      /* read(0, sp, 1) */
    mov     r0, #0
    mov     r1, sp
    mov     r2, #1
    svc     0
    cmp     r0, #1
    bne     exhausted
    ldrb    r11, [sp]
    str     sp, [sp, #-4]               /* the mark */
    .irp called, counted, framed, branching, indexing, calling, stepping, again
    mov     r0, r11
    bl      \called
    .endr
    bl      again
    mov     r7, #4                      /* write(1, sp, 1) */
    mov     r0, #1
    mov     r1, sp
    mov     r2, #1
    svc     0
    bl      behave
    b       jumped
back:
    exit    0
exhausted:
    exit    120
end _start

/* 14 instructions: 4 loads, 3 stores, 2 xors. push, pop, a cleared register and unexecuted instructions count as none
   of these. */
routine counted
    push    {r4, lr}
    adr     r1, table
    ldr     r2, [r1]
    ldrd    r4, r5, [r1]
    cmp     r1, #0
    ldreq   r2, [r1]
    eor     r2, r2, r4, lsl #3
    eor     r2, r2, r2
    wldrd   wr0, [r1]
    wxor    wr0, wr0, wr1
    sub     r3, sp, #64
    stm     r3, {r2, r4}
    strb    r2, [r3]
    pop     {r4, pc}
end counted

/* 5 registers and 100 bytes, of which the lowest is written. */
routine framed
    push    {r4-r7, lr}
    sub     sp, sp, #100
    strb    r0, [sp]
    add     sp, sp, #100
    pop     {r4-r7, pc}
end framed

routine branching
    tst     r0, #1
    beq     1f
    nop
1:  bx      lr
end branching

routine indexing
    adr     r1, table
    and     r0, r0, #1
    ldr     r0, [r1, r0, lsl #2]
    bx      lr
end indexing

/* 1 + 2 x 3 + 2 instructions of its own, of which one loops; `leaf` 2 x 2; `tail` 2. */
routine calling
    push    {r4, lr}
    mov     r4, #2
1:  bl      leaf
    subs    r4, r4, #1
    bne     1b
    pop     {r4, lr}
    b       tail
end calling

routine leaf
    nop
    bx      lr
end leaf

routine tail
    nop
    bx      lr
end tail

/* Steps of 2, 3 and 2 instructions. */
routine stepping
    push    {r4, lr}
    mov     r0, #0
    bl      step
    mov     r0, #1
    bl      step
    mov     r0, #0
    bl      step
    pop     {r4, pc}
end stepping

routine step
    cmp     r0, #0
    bxeq    lr
    bx      lr
end step

routine again
    blne    never                       /* or not: both counts are one run */
    bx      lr
end again

routine never
    bx      lr
end never

/* Acts by the byte: 'x' ends with code 7, 'u' meets an undefined instruction, 'l' loops for ever, 't' continues in
 * Thumb, 'e' ends here. */
routine behave
    cmp     r11, #'u'
    beq     undefined
    cmp     r11, #'l'
1:  beq     1b
    cmp     r11, #'x'
    beq     2f
    cmp     r11, #'e'
    beq     3f
    cmp     r11, #'t'
    bxne    lr
    adr     r0, thumb + 1
    bx      r0
2:  exit    7
3:  exit    0
undefined:
    udf     #0
end behave

routine jumped
    b       back
end jumped

    .align  3
table:
    .word   1, 2, 3, 4

    .thumb
thumb:
    nop
    nop
    .section .note.GNU-stack, "", %progbits
