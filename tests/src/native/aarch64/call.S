/* uint64_t call_kernel(void *kernel, const uint64_t arguments[2], uint64_t *stack_end, uint64_t changed[5])
 *
 * Calls a kernel on the stack that ends at stack_end, with patterns in the registers that calls keep. Stores in *changed
 * a bit for each of x18 to x29 that changed, 2^12 for the stack pointer. Returns the kernel's x0. */
    .text
    .global call_kernel
    .type call_kernel, %function
call_kernel:
    stp    x29, x30, [sp, #-112]!
    stp    x19, x20, [sp, #16]
    stp    x21, x22, [sp, #32]
    stp    x23, x24, [sp, #48]
    stp    x25, x26, [sp, #64]
    stp    x27, x28, [sp, #80]
    str    x18, [sp, #96]
    mov    x9, sp
    stp    x9, x3, [x2, #-16]!
    mov    sp, x2
    mov    x16, x0
    .irp i, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    mov    x\i, #0x1000 + \i
    .endr
    ldp    x0, x1, [x1]
    ldr    x2, [x3, #8] // the third argument, behind *changed; the end of the stack; the others
    ldr    x4, [x3, #32]
    ldr    x3, [x3, #24]
    blr    x16
    mov    x10, sp
    ldr    x9, [sp]
    ldr    x11, [sp, #8] // changed
    mov    x12, #0
    mov    x13, #1
    .irp i, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
    mov    x14, #0x1000 + \i
    cmp    x\i, x14
    csel   x14, x13, xzr, ne
    orr    x12, x12, x14, lsl #(\i - 18)
    .endr
    ldr    x14, [x11, #16] // stack_end
    sub    x14, x14, #16
    cmp    x10, x14
    csel   x14, x13, xzr, ne
    orr    x12, x12, x14, lsl #12
    str    x12, [x11]
    mov    sp, x9
    ldp    x19, x20, [sp, #16]
    ldp    x21, x22, [sp, #32]
    ldp    x23, x24, [sp, #48]
    ldp    x25, x26, [sp, #64]
    ldp    x27, x28, [sp, #80]
    ldr    x18, [sp, #96]
    ldp    x29, x30, [sp], #112
    ret
    .size call_kernel, . - call_kernel
    .section .note.GNU-stack,"",%progbits
