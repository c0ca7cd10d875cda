@ planted.S for Cortex-M. `planted` keeps its return address in a register, so that it stores nothing. `forms` has
@ instructions that planted.S has not; `wide` those of ARMv7-M.
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
    ldr r1, =read
    movs r0, #6
    bkpt 0xab
    ldr r2, =0x20000000
    ldrb r0, [r2]
    ldrb r1, [r2, #1]
    movs r3, #0
    movs r4, #0
    movs r5, #0
    movs r6, #0
    ldr r7, =back + 1
    bl planted
back:
    bl forms
#ifdef WIDE
    bl wide
#endif
    ldr r1, =leave
    movs r0, #0x20
    bkpt 0xab
end main

routine planted
    movs r3, #5
    mov r4, r0
    eors r5, r5
    adds r5, r3
    bl apart
    .global leak
leak:
    mov r4, r1
    movs r4, #0
    eors r5, r5
    bx r7
end planted

routine apart
    mov r6, r0
    movs r6, #0
    mov r6, r1
    movs r6, #0
    bx lr
end apart

@ With the first byte in r0, the second in r1, the place in r2, and 0 in r3 to r6.
routine forms
    adds r2, #8
    push {r0, r1}
    pop {r3, r4}
    muls r4, r0
    muls r0, r4
    strh r4, [r2]
    strb r1, [r2]
    stm r2!, {r1, r3}
    subs r2, #8
    ldm r2!, {r5, r6}
    cmp r5, r6
    nop
    bx lr
end forms

#ifdef WIDE
routine wide
    umull r5, r6, r0, r1
    umaal r5, r6, r1, r3
    cmp r1, r1
    itet eq
    moveq r5, #3
    addne r5, r5, #1
    moveq r6, #7
    strd r5, r6, [r2], #8
    ldrd r3, r4, [r2, #-8]
    bx lr
end wide
#endif

    .balign 4
read: .word 1, 0x20000000, 2
leave: .word 0x20026, 0
    .pool
