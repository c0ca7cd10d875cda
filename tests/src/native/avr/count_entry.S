/* Calls a kernel that makes several results for a count of RESULTS, which belongs in COUNT_REGISTER and, of a word, the
 * register above. */
    .section .text.kernel_entry,"ax",@progbits
    .global kernel_entry
    .type kernel_entry, @function
kernel_entry:
    ldi COUNT_REGISTER, RESULTS
    jmp ENTERED
    .size kernel_entry, . - kernel_entry
