# A routine whose every instruction shows in the output: 2, or 3 with the stored 1.
    .include "io.inc"

routine main
    addi sp, sp, -16
    la s0, cell
    sb zero, 0(s0)
    li a0, 0x40
    li a1, 0x10
    call struck
    li s1, OUTPUT
    sw a0, 0(s1)
    exit_with 0
end main

routine struck
    .option push
    .option rvc
    c.li a0, 1
    .option pop
    sb a0, 0(s0)
    li a0, 2
    lbu a1, 0(s0)
    add a0, a0, a1
    ret
    exit_with 7
end struck

    .bss
cell:
    .space 1
