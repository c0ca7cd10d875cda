// The boot ROM of the RP2040 jumps here, to the lowest address of an image in RAM: what a reset does for other chips.
    .syntax unified
    .section .entry, "ax"
    .global chip_entry
    .thumb_func
chip_entry:
    ldr r0, =bench_vectors
    ldr r1, =0xe000ed08 // VTOR (DDI 0419, B3.2.5)
    str r0, [r1]
    ldm r0!, {r1, r2}
    msr msp, r1
    bx r2
    .ltorg
