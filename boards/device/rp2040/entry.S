// The debugger, or the boot ROM of the RP2040 (data sheet, 2.8), begins an image in RAM here, at its lowest address: what
// a reset does for other chips.
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
