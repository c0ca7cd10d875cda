/* uint64_t call_kernel(void *kernel, const uint64_t arguments[5], uint64_t *stack_end, const uint64_t kept[6])
 *
 * Calls a kernel on the stack that ends at stack_end, with `kept` in the call-saved registers. Returns a bit for each
 * of rbx, rbp, r12 to r15 that changed, 64 for the stack pointer, 128 for the direction flag. */
    .intel_syntax noprefix
    .text
    .global call_kernel
    .type call_kernel, @function
call_kernel:
    push   rbx
    push   rbp
    push   r12
    push   r13
    push   r14
    push   r15
    mov    [rdx-8], rsp
    mov    [rdx-16], rcx
    lea    rsp, [rdx-32]
    mov    [rdx-24], rsp
    mov    rax, rdi
    mov    r10, rsi
    mov    rbx, [rcx]
    mov    rbp, [rcx+8]
    mov    r12, [rcx+16]
    mov    r13, [rcx+24]
    mov    r14, [rcx+32]
    mov    r15, [rcx+40]
    mov    rdi, [r10]
    mov    rsi, [r10+8]
    mov    rdx, [r10+16]
    mov    rcx, [r10+24]
    mov    r8, [r10+32]
    call   rax
    pushfq
    pop    r11
    xor    eax, eax
    mov    rcx, [rsp+16]
    .macro compare register, offset, bit
    xor    r9d, r9d
    cmp    \register, [rcx+\offset]
    setne  r9b
    shl    r9d, \bit
    or     eax, r9d
    .endm
    compare rbx, 0, 0
    compare rbp, 8, 1
    compare r12, 16, 2
    compare r13, 24, 3
    compare r14, 32, 4
    compare r15, 40, 5
    lea    rcx, [rsp-8]
    compare rsp, 16, 6
    and    r11d, 0x400
    shr    r11d, 3
    or     eax, r11d
    mov    rsp, [rsp+24]
    pop    r15
    pop    r14
    pop    r13
    pop    r12
    pop    rbp
    pop    rbx
    ret
    .size call_kernel, . - call_kernel
    .section .note.GNU-stack,"",@progbits
