/* The functions of string.h that compilers call: r12 destination, r13 source or value, r14 bytes; r11 to r15 are
 * free. Their time depends on sizes and on whether addresses are even; memcmp's also on the compared bytes, and the
 * library does not call it on secrets. */
    .macro  function name
    .section .text.\name, "ax", @progbits
    .global \name
    .type   \name, @function
\name:
    .endm

    .macro  end name
    .size   \name, . - \name
    .endm

    function memcpy
    mov     r12, r15
    mov     r12, r11
    bis     r13, r11
    bit     #1, r11
    jnz     2f
    mov     r14, r11
    and     #1, r14         /* one byte remains if their number is odd */
    clrc
    rrc     r11
    jz      2f
1:  mov     @r13+, 0(r15)
    incd    r15
    dec     r11
    jnz     1b
2:  tst     r14
    jz      4f
3:  mov.b   @r13+, 0(r15)
    inc     r15
    dec     r14
    jnz     3b
4:  ret
    end memcpy

    function memmove
    cmp     r12, r13        /* upwards unless the source lies below */
    jhs     memcpy
    mov     r12, r15
    add     r14, r15
    add     r14, r13
    tst     r14
    jz      2f
1:  dec     r15
    dec     r13
    mov.b   @r13, 0(r15)
    dec     r14
    jnz     1b
2:  ret
    end memmove

    function memset
    mov     r12, r15
    bit     #1, r15
    jnz     2f
    and     #0xff, r13
    mov     r13, r11
    swpb    r11
    bis     r11, r13
    mov     r14, r11
    and     #1, r14
    clrc
    rrc     r11
    jz      2f
1:  mov     r13, 0(r15)
    incd    r15
    dec     r11
    jnz     1b
2:  tst     r14
    jz      4f
3:  mov.b   r13, 0(r15)
    inc     r15
    dec     r14
    jnz     3b
4:  ret
    end memset

    function memcmp
    mov     r12, r15
    clr     r12
    tst     r14
    jz      2f
1:  mov.b   @r15+, r12
    mov.b   @r13+, r11
    sub     r11, r12
    jnz     2f
    dec     r14
    jnz     1b
2:  ret
    end memcmp
