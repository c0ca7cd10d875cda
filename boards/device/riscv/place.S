/* Moves all code behind the start by MC_DEVICE_SHIFT bytes: a jump to an instruction of 32 bits that lies across two words
 * takes a cycle more than to one within a word, so where code lies is a part of its cycles. */
    .section .text.start, "ax", @progbits
#ifdef MC_DEVICE_SHIFT
    .rept MC_DEVICE_SHIFT / 2
    c.nop
    .endr
#endif
