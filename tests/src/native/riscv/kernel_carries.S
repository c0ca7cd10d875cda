# Where kernels that count their carries do so: a byte for each value of each comparison.
    .bss
    .global carry_counts
carry_counts:
    .space  2 * CARRIES + 1
    .section .note.GNU-stack, "", %progbits
