# call_checked(r, a, b): calls KERNEL with marks in the registers that it must keep; returns 1 if they and the stack
# pointer came back.
    .text
    .global call_checked
    .type call_checked, @function
call_checked:
    addi    sp, sp, -128
    sw      ra, 0(sp)
    sw      gp, 4(sp)
    sw      tp, 8(sp)
    .set    place, 12
    .irp    register, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    sw      \register, place(sp)
    .set    place, place + 4
    .endr
    # The marks lie above, where the kernel does not look for them.
    .irp    register, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, gp, tp
    li      \register, 0x51b0 + place * 0x10001
    sw      \register, place(sp)
    .set    place, place + 4
    .endr
    la      t0, lowest
    sw      sp, 0(t0)
    call    KERNEL
    li      a0, 1
    la      t0, lowest
    lw      t0, 0(t0)
    beq     t0, sp, 1f
    li      a0, 0
    mv      sp, t0
1:  .set    place, 60
    .irp    register, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, gp, tp
    lw      t0, place(sp)
    beq     t0, \register, 1f
    li      a0, 0
1:
    .set    place, place + 4
    .endr
    .set    place, 12
    .irp    register, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11
    lw      \register, place(sp)
    .set    place, place + 4
    .endr
    lw      ra, 0(sp)
    lw      gp, 4(sp)
    lw      tp, 8(sp)
    addi    sp, sp, 128
    ret
    .size   call_checked, . - call_checked

    .bss
    .balign 4
lowest:
    .space  4
    .section .note.GNU-stack, "", %progbits
