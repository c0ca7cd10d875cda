# Routines whose counts are known. main reads one byte, the secret, and passes it to each in a0.
    .include "io.inc"
    .option norvc

routine main
    addi sp, sp, -16
    read_byte s0
    .irp name, counted, framed, counter, branches, indexes, forgets, wipes, outer, twice, twice
    mv a0, s0
    call \name
    .endr
    li a1, OUTPUT
    sw s0, 0(a1)
    exit_with 0
end main

# 4 loads, 3 stores, 2 xors, 12 instructions and 16 bytes of stack. The xor of a register with itself is none.
routine counted
    addi sp, sp, -16
    sw s1, 8(sp)
    la a1, table
    lbu a2, 1(a1)
    lw a3, 0(a1)
    xor a2, a2, a3
    xor a3, a3, a3
    sb a2, 0(sp)
    .option rvc
    c.xor a2, a3
    c.swsp a2, 4(sp)
    c.lwsp a2, 4(sp)
    .option norvc
    lw s1, 8(sp)
    addi sp, sp, 16
    ret
end counted

routine framed
    addi sp, sp, -2000
    sw a0, 0(sp)
    addi sp, sp, 2000
    ret
end framed

# The bytes of mcycle's difference over 20 cycles go out.
routine counter
    csrr a2, mcycle
    .rept 17
    add a0, a0, a0
    .endr
    mulhu a0, a0, a0
    csrr a3, mcycle
    sub a2, a3, a2
    li a1, OUTPUT
    sw a2, 0(a1)
    ret
end counter

# A planted leak: as many cycles both ways, but by other instructions.
routine branches
    andi a0, a0, 1
    beqz a0, 1f
    nop
    ret
1:  ret
end branches

# A planted leak: reads a table at a secret index.
routine indexes
    andi a0, a0, 3
    la a1, table
    add a1, a1, a0
    lbu a0, 0(a1)
    ret
end indexes

routine forgets
    addi sp, sp, -16
    sw a0, 0(sp)
    addi sp, sp, 16
    ret
end forgets

routine wipes
    addi sp, sp, -16
    sw a0, 0(sp)
    sw zero, 0(sp)
    addi sp, sp, 16
    ret
end wipes

# Calls with and without a frame, one that keeps the return address in another register, a jump to a routine.
routine outer
    addi sp, sp, -16
    sw ra, 12(sp)
    call inner
    call inner
    call beside
    lw ra, 12(sp)
    addi sp, sp, 16
    j last
end outer

routine inner
    ret
end inner

routine beside
    mv t1, ra
    call inner
    jal t0, 1f
    jr t1
1:  jr t0
end beside

routine last
    nop
    ret
end last

routine twice
    ret
end twice

    .section .rodata
table:
    .byte 1, 2, 3, 4
