# Routines for faults in each state of the pipeline. All give a0, and keep what they are called with in s0 to s2.
    .include "io.inc"

routine main
    addi sp, sp, -16
    la s0, cells
    li s1, 0x12345678
    sw s1, 0(s0)
    li s1, 100
    li s2, 7
    .irp name, loads, forwards, jumps, lengths
    li a0, 0
    li a1, 0
    call \name
    li a2, OUTPUT
    sw a0, 0(a2)
    .endr
    exit_with 0
end main

# A load that the next instruction waits for, one that it does not, one that it overwrites, and one across words.
    .option norvc
routine loads
    lbu a0, 0(s0)       # 0x78
    addi a0, a0, 1      # 0x79; waits
    lbu a1, 1(s0)       # 0x56
    addi a2, s2, 1      # 8; does not wait
    add a0, a0, a1      # 0xcf
    lbu a1, 2(s0)       # 0x34
    li a1, 3            # overwrites it
    add a0, a0, a1      # 0xd2
    lh a3, -1(s0)       # of two words: 0x78 above what is below the cell
    srli a3, a3, 12     # 7
    add a0, a0, a3      # 0xd9
    ret
end loads

# Results from the write-back stage, a product and a division, which stays in its stage.
routine forwards
    addi a0, s1, 1      # 101
    add a0, a0, a0      # 202
    mul a0, a0, s2      # 1414
    divu a0, a0, s1     # 14
    addi a0, a0, 1      # 15
    ret
end forwards

# Branches and calls: a taken one, one that is not, a call.
routine jumps
    beq s1, s1, 1f
    addi a0, a0, 1      # left out
1:  bne s1, s1, 2f
    addi a0, a0, 2      # 2
2:  jal t0, 3f
    addi a0, a0, 4      # 14
    ret
3:  addi a0, a0, 8      # 10
    jr t0
end jumps

# Opcodes of two lengths.
routine lengths
    addi a0, a0, 1      # 1
    .option rvc
    c.addi a0, 2        # 3
    c.addi a0, 4        # 7
    .option norvc
    addi a0, a0, 8      # 15
    ret
end lengths

    .bss
    .balign 4
    .space 4
cells:
    .space 4
