; Each way to fail. main reads one byte that chooses; `measured` runs meanwhile.
.include "io.inc"

routine main
    lds r24, INPUT
    call measured
    exit_with 0
end main

routine never_called
    ret
end never_called

; Jumps to entry r24 of the table below.
routine measured
    ldi r30, pm_lo8(faults)
    ldi r31, pm_hi8(faults)
    add r30, r24
    adc r31, r1
    ijmp
faults:
    rjmp no_fault
    rjmp exit_code
    rjmp reads_on
    rjmp sleeps
    rjmp illegal_instruction
    rjmp illegal_address
    rjmp leaves_code
    rjmp recurses
    rjmp reserves
    rjmp loops
    rjmp exits_inside
    rjmp reads_past_flash
no_fault:
    ret
exit_code:
    exit_with 7
reads_on:
    lds r24, INPUT
    rjmp reads_on
sleeps:
    sleep
    ret
illegal_instruction:
    .word 0x9404
    ret
illegal_address:
    sts 0xf000, r24
    ret
leaves_code:
    ldi r30, 0
    ldi r31, 0xf0
    ijmp
recurses:
    rcall recurses
reserves:
    ldi r24, 0x01
    out 0x3e, r24
    out 0x3d, r24
    rjmp .
loops:
    rjmp loops
exits_inside:
    exit_with 0
reads_past_flash:
    out 0x3b, r24
    elpm
    ret
end measured

.section .bss
variables: .skip 64
