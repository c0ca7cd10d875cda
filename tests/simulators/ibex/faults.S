# Programs that fail. main reads one byte, which chooses. It has a frame, as every caller that is measured.
    .include "io.inc"
    .option norvc

    .macro fault number
    addi a1, a0, -\number
    bnez a1, 1f
    .endm

routine main
    addi sp, sp, -16
    read_byte a0
    call measured
    exit_with 0
end main

routine measured
    fault 1
    exit_with 7
1:  fault 2
    read_byte a1
1:  fault 3
    wfi
1:  fault 4
    .word 0xffffffff
1:  fault 5
    ecall
1:  fault 6
    li a1, 0x20000
    jr a1
1:  fault 7
    la sp, variables + 4
    addi sp, sp, -16
1:  fault 8
    sw zero, 0x100(zero)
1:  fault 9
0:  j 0b
1:  fault 10
    exit_with 0
1:  fault 11
    li a1, 0x20010000
    lw a1, 0(a1)
1:  fault 12
    li a1, 0x20010000
    sw a1, 0(a1)
1:  fault 13
    ebreak
1:  fault 14
    li a1, 0x20000000
    jr a1
1:  fault 15
0:  jal t0, 0b
1:  fault 16
    call never_called
1:  ret
end measured

routine never_called
    ret
end never_called

    .bss
variables:
    .space 16
