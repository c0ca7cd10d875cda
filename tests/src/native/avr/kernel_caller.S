/* void call_kernel(void): calls KERNEL with the arguments and registers of `call`, a struct of kernel_caller.c whose
 * layout the offsets repeat, and stores the values after the call there. The GUARD_BYTES below the stack pointer are
 * filled with GUARD_VALUE first. The stack is lowered before, so that frames meet page boundaries everywhere. */
#define SPL 0x3d
#define SPH 0x3e
#define ARGUMENTS 0
#define REGISTERS_IN 6
#define REGISTERS_OUT 24
#define ZERO_REGISTER 42
#define STACK_POINTER_BEFORE 43
#define STACK_POINTER_AFTER 45
#define LOWER_STACK_BY 47

    .section .text.call_kernel,"ax",@progbits
    .global call_kernel
    .type call_kernel, @function
call_kernel:
    .irp register, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
    push r\register
    .endr

    lds r18, call + LOWER_STACK_BY
    in r26, SPL
    in r27, SPH
    sub r26, r18
    sbc r27, r1
    out SPH, r27
    out SPL, r26
    sts call + STACK_POINTER_BEFORE, r26
    sts call + STACK_POINTER_BEFORE + 1, r27
    adiw r26, 1
    ldi r24, lo8(GUARD_BYTES)
    ldi r25, hi8(GUARD_BYTES)
    ldi r18, GUARD_VALUE
1:  st -X, r18
    sbiw r24, 1
    brne 1b

    .set offset, REGISTERS_IN
    .irp register, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
    lds r\register, call + offset
    .set offset, offset + 1
    .endr
    .set offset, ARGUMENTS
    .irp register, 24,25,22,23,20,21
    lds r\register, call + offset
    .set offset, offset + 1
    .endr
    call KERNEL
    .set offset, REGISTERS_OUT
    .irp register, 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,28,29
    sts call + offset, r\register
    .set offset, offset + 1
    .endr
    sts call + ZERO_REGISTER, r1
    clr r1
    in r26, SPL
    in r27, SPH
    sts call + STACK_POINTER_AFTER, r26
    sts call + STACK_POINTER_AFTER + 1, r27
    lds r18, call + LOWER_STACK_BY
    add r26, r18
    adc r27, r1
    out SPH, r27
    out SPL, r26

    .irp register, 29,28,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2
    pop r\register
    .endr
    ret
    .size call_kernel, . - call_kernel
