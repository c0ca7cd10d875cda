/* The code before main: the stack pointer, .data from flash, zeros in .bss. */
    .section .text.start, "ax", @progbits
    .global bench_start
    .type bench_start, @function
bench_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      sp, bench_stack_top
    la      a0, bench_data
    la      a1, bench_data_end
    la      a2, bench_data_stored
    beq     a0, a1, 2f
1:  lw      a3, 0(a2)
    sw      a3, 0(a0)
    addi    a0, a0, 4
    addi    a2, a2, 4
    bne     a0, a1, 1b
2:  la      a1, bench_zeroed_end
    la      a0, bench_zeroed
    beq     a0, a1, 4f
3:  sw      zero, 0(a0)
    addi    a0, a0, 4
    bne     a0, a1, 3b
4:  call    main
5:  j       5b
    .size bench_start, . - bench_start
