# planted.S for RV32. `planted` keeps its return address in ra, so that it stores nothing. `forms` has instructions that
# planted.S has not.
    .include "io.inc"

routine main
    addi sp, sp, -16
    read_byte a0
    read_byte a1
    la a2, place
    .irp register, t0, a3, a4, a5, a6, s2, s3
    li \register, 0
    .endr
    call planted
    call forms
    exit_with 0
end main

routine planted
    li a3, 5
    mv a4, a0
    xor a5, a5, a5
    add a5, a5, a3
    jal t0, apart
    .global leak
leak:
    mv a4, a1
    li a4, 0
    xor a5, a5, a5
    ret
end planted

routine apart
    mv a6, a0
    li a6, 0
    mv a6, a1
    li a6, 0
    jr t0
end apart

# With the first byte in a0, the second in a1, the place in a2, and 5 in a3.
    .option norvc
routine forms
    mul a4, a0, a1
    mulhu a5, a4, a0
    sw a4, 0(a2)
    sb a1, 0(a2)
    .option rvc
    c.sw a0, 0(a2)
    c.swsp a1, 4(sp)
    c.lwsp a4, 4(sp)
    .option norvc
    sh a1, 2(a2)
    lhu s2, 2(a2)
    divu s3, a0, a3
    beq a0, a0, 1f
1:  addi sp, sp, -16
    addi sp, sp, 16
    lui a6, 0x10
    ret
end forms

    .bss
    .balign 4
place:
    .space 4
