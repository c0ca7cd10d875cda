@ Instructions of every group of ELMO's model, and ones that were not profiled, at a fixed place: `forms`. All its memory
@ is written before by instructions that were not profiled, so that its samples depend on nothing else.
    .syntax unified
    .thumb
    .word 0x20001000, main + 1

.macro routine name
    .global \name
    .type \name, %function
    .thumb_func
\name:
.endm

.macro end name
    .size \name, . - \name
.endm

routine main
    movs r0, #0
    movs r1, #0
    movs r2, #0
    movs r3, #0
    movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
    mov r8, r0
    bl forms
    ldr r1, =leave
    movs r0, #0x20
    bkpt 0xab
end main
    .balign 4
leave: .word 0x20026, 0
    .pool

    .org 0x80
routine forms
    ldr r0, =0x8badf00d
    ldr r1, =0x1234abcd
    ldr r2, =0x20000100
    stm r2!, {r0}
    stm r2!, {r1}
    subs r2, #8
    str r1, [r2]
    strh r0, [r2, #2]
    strb r0, [r2, #1]
    ldr r3, [r2]
    ldrh r4, [r2, #2]
    ldrb r5, [r2, #1]
    movs r6, #4
    str r3, [r2, r6]
    strh r4, [r2, r6]
    strb r5, [r2, r6]
    ldr r7, [r2, r6]
    ldrh r7, [r2, r6]
    ldrb r7, [r2, r6]
    ldrsb r7, [r2, r6]
    ldrsh r7, [r2, r6]
    push {r0}
    pop {r0}
    sub sp, #8
    str r1, [sp, #4]
    ldr r6, [sp, #4]
    add sp, #8
    adds r6, r0, r1
    adds r4, r6, #5
    adds r6, #200
    adds r7, r6, #0
    subs r6, r0, r1
    subs r4, r6, #3
    subs r6, #77
    movs r6, #0x5a
    cmp r0, r1
    cmp r0, #0x5a
    mov r8, r0
    cmp r8, r1
    add r8, r1
    mov r6, r8
    mov r7, r1
    add r7, pc
    ands r7, r0
    eors r7, r1
    orrs r7, r0
    movs r6, #5
    lsls r7, r6
    lsrs r7, r6
    rors r7, r6
    muls r7, r0
    muls r1, r7
    str r1, [r2]
    muls r7, r1
    ldr r3, [r2]
    lsls r3, r6
    ldr r3, [r2]
    str r3, [r2]
    lsrs r3, r6
    str r7, [r2, #4]
    muls r3, r7
    lsrs r7, r6
    muls r3, r1
    eors r3, r0
    muls r3, r0
    lsls r4, r3, #3
    muls r5, r0
    adcs r4, r1
    eors r5, r3
    sbcs r4, r1
    rors r5, r6
    bics r4, r3
    mvns r4, r5
    rsbs r4, r5, #0
    ands r5, r1
    tst r5, r1
    str r5, [r2]
    cmn r5, r1
    asrs r4, r6
    ldr r5, [r2, #4]
    asrs r4, r5, #2
    lsrs r4, r5, #1
    rev r4, r3
    rev16 r4, r3
    revsh r4, r3
    eors r5, r0
    sxtb r4, r3
    sxth r4, r3
    uxtb r4, r3
    uxth r4, r3
    cmp r5, r3
    bne passed
    movs r5, #0
passed:
    muls r5, r3
    b further
    .balign 4
further:
    add r4, sp, #16
    orrs r5, r3
    ldm r2!, {r4}
    eors r5, r3
    bx lr
end forms
    .balign 4
    .pool
