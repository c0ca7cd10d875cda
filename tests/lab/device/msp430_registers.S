# What timers, DMA and serial port of an MSP430 do, as words to the serial port at the end (test_msp430_registers.py, which
# puts the chip's addresses before this). `kept` writes a value to the list of results.
    .macro kept value
    mov \value, 0(r10)
    incd r10
    .endm

    .macro wait times
    .rept \times
    nop
    .endr
    .endm

    .text
    .global _start
_start:
    mov #0x5a80, &WATCHDOG
    mov #__stack, r1
    mov #results, r10
    port

    # Reads three cycles apart, then 23 cycles apart.
    mov #0x224, &FINE
    mov &FINE+0x10, r5
    mov &FINE+0x10, r6
    wait 20
    mov &FINE+0x10, r7
    sub r6, r7
    sub r5, r6
    kept r6
    kept r7

    # By 8: 16 more after 128 cycles.
    mov #0x2e4, &FINE
    mov &FINE+0x10, r5
    wait 125
    mov &FINE+0x10, r6
    sub r5, r6
    kept r6

    # Stopped, and cleared.
    mov #0x200, &FINE
    mov &FINE+0x10, r5
    wait 9
    sub &FINE+0x10, r5
    kept r5
    mov #0x204, &FINE
    kept &FINE+0x10

    # The flag of channel 0 is not set before its count of 60; the overflow's flag after 0xffff.
    mov #60, &FINE+0x12
    clr &FINE+2
    mov #0x224, &FINE
    wait 40
    kept &FINE+2
    wait 40
    kept &FINE+2
    kept &FINE
    mov #0xfff0, &FINE+0x10
    wait 20
    kept &FINE

    # Cycles in ten ticks of ACLK.
    mov #0x104, &COARSE
    mov #2, &COARSE+0x12
    clr &COARSE+2
    mov #0x120, &COARSE
1:  bit #1, &COARSE+2
    jz 1b
    mov #0x224, &FINE
    mov #12, &COARSE+0x12
    clr &COARSE+2
1:  bit #1, &COARSE+2
    jz 1b
    kept &FINE+0x10

    # A match of channel 2 moves a word by DMA, once, and takes cycles of the CPU; its flag is cleared.
    mov #0x204, &COARSE
    mov #30, &COARSE+0x16
    clr &COARSE+6
    mov #0x5678, &moved
    clr &moved+2
    mov #TRIGGER, &DMATRIGGER
    mov #moved, &DMASOURCE
    mov #moved+2, &DMADESTINATION
    mov #7, &DMASIZE
    mov #0x10, &DMACONTROL
    mov #0x224, &FINE
    mov #0x224, &COARSE
    mov &FINE+0x10, r5
    wait 60
    mov &FINE+0x10, r6
    sub r5, r6
    kept r6
    kept &DMASIZE
    kept &moved+2
    kept &COARSE+6

    # Of two bytes the second one waits in the buffer, whose flag is clear until the first is out.
    mov #0x224, &FINE
    mov.b #'A', &TXBUF
    mov.b &FLAGS, r5
    mov.b #'B', &TXBUF
    mov.b &FLAGS, r6
    kept r5
    kept r6
1:  bit.b #TXIFG, &FLAGS
    jz 1b
    kept &FINE+0x10

    # A byte that came sets the flag, and its reading clears it.
1:  mov.b &FLAGS, r5
    bit.b #RXIFG, r5
    jz 1b
    mov.b &RXBUF, r6
    mov.b &FLAGS, r7
    kept r5
    kept r6
    kept r7

    mov #results, r11
1:  bit.b #TXIFG, &FLAGS
    jz 1b
    mov.b @r11+, &TXBUF
    cmp r10, r11
    jne 1b
2:  jmp 2b

    .bss
    .balign 2
moved:
    .space 4
results:
    .space 80

    .section .vectors, "a", @progbits
    .word _start
