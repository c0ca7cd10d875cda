/* From reset to main, which does not return; the reset vector. */
#include "registers.h"

    .section .text.start, "ax", @progbits
    .global _start
    .type _start, @function
_start:
    mov     #WATCHDOG_HOLD, &WATCHDOG_CONTROL
    mov     #__stack, r1
    mov     #__data_start, r12
    mov     #__data_load, r13
    mov     #__data_size, r14
    call    #memcpy
    mov     #__bss_start, r12
    clr     r13
    mov     #__bss_size, r14
    call    #memset
    br      #main
    .size _start, . - _start

    .section .vectors, "a", @progbits
    .word   _start
