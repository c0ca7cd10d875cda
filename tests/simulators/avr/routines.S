; Routines whose counts are known. main reads one byte, the secret, and passes it to each in r24.
.include "io.inc"

routine main
    lds r24, INPUT
    call counted
    call framed
    call branches
    call indexes
    call forgets
    call wipes
    call outer
    call absolute
    call pointed
    call from_flash
    call from_extended_flash
    mov r25, r24
    andi r25, 1
    out 0x3b, r25
    call from_extended_flash
    call twice
    call twice
    sts OUTPUT, r24
    exit_with 0
end main

; 4 loads, 3 stores, 1 xor; the pushes, the pops and the clr are none of these. 4 bytes of stack with the return
; address.
routine counted
    push r16
    push r17
    ldi r30, lo8(table)
    ldi r31, hi8(table)
    ld r18, Z+
    ldd r19, Z+3
    lpm r20, Z
    lds r21, table
    eor r18, r19
    clr r19
    st Z, r18
    std Z+2, r18
    sts table, r18
    pop r17
    pop r16
    ret
end counted

; Reserves 0xfe bytes as a compiler does. After the first OUT, SP is neither the old nor the new one.
routine framed
    in r28, 0x3d
    in r29, 0x3e
    subi r28, 0xfe
    sbci r29, 0
    out 0x3e, r29
    out 0x3d, r28
    subi r28, lo8(-0xfe)
    sbci r29, hi8(-0xfe)
    out 0x3e, r29
    out 0x3d, r28
    ret
end framed

; A planted leak: 7 cycles both ways, but by other instructions.
routine branches
    sbrc r24, 0
    rjmp 1f
    nop
    ret
1:  ret
end branches

; A planted leak: reads a table at a secret index.
routine indexes
    ldi r30, lo8(table)
    ldi r31, hi8(table)
    add r30, r24
    adc r31, r1
    ld r18, Z
    ret
end indexes

; Leaves the secret on the stack.
routine forgets
    push r24
    pop r18
    ret
end forgets

routine wipes
    push r24
    pop r18
    push r1
    pop r18
    ret
end wipes

; Reserves stack by a call to the next instruction, and ends by jumping to another routine.
routine outer
    rcall .
    pop r18
    pop r18
    call inner
    call inner
    ldi r25, 2
    call recursive
    jmp tail
end outer

; 5 cycles
routine inner
    nop
    ret
end inner

; Entered with 2 in r25: 10 cycles in the outer call, 7 in the inner.
routine recursive
    dec r25
    breq 1f
    call recursive
1:  ret
end recursive

; Accesses the same addresses as `pointed`. SP is 0x10fb in a routine that main calls.
routine absolute
    push r28
    push r29
    lds r18, table
    lds r18, table
    lds r18, table
    lds r18, table
    sts table + 1, r18
    sts table, r18
    sts table, r18
    lds r18, table + 1
    lds r18, table + 63
    sts table + 2, r18
    sts table + 33, r18
    lds r18, table + 27
    sts 0x10f9, r18
    lds r18, 0x10f9
    pop r29
    pop r28
    ret
end absolute

routine pointed
    push r28
    push r29
    ldi r26, lo8(table)
    ldi r27, hi8(table)
    movw r28, r26
    movw r30, r26
    ld r18, X+
    ld r18, -X
    ld r18, Y
    ld r18, Y+
    st Y, r18
    st -Y, r18
    st Z+, r18
    ld r18, Z
    ldd r18, Z+62
    std Y+2, r18
    std Z+32, r18
    ldd r18, Y+27
    push r18
    pop r18
    pop r29
    pop r28
    ret
end pointed

routine from_flash
    ldi r30, 9
    ldi r31, 0
    lpm
    lpm r18, Z+
    lpm r18, Z
    ret
end from_flash

; Runs with RAMPZ 0, then with the lowest bit of the secret.
routine from_extended_flash
    ldi r30, 9
    ldi r31, 0
    elpm
    elpm r18, Z+
    elpm r18, Z
    ret
end from_extended_flash

; Two bare labels, as in assembly without types and sizes: one ends where the next begins. 6 cycles.
.global tail, twice
tail:
    nop
    nop
    ret

twice:
    ret

.section .bss
table: .skip 256
