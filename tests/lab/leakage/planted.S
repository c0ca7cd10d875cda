; Two shares of a secret, given as two bytes. `planted` overwrites one by the other at `leak`; `apart` clears the
; register first.
.include "io.inc"

routine main
    lds r24, INPUT
    lds r25, INPUT
    call planted
    exit_with 0
end main

routine planted
    ldi r30, 5
    mov r18, r24
    eor r19, r19
    add r19, r30
    rcall apart
.global leak
leak:
    mov r18, r25
    ldi r18, 0
    eor r19, r19
    ret
end planted

routine apart
    mov r20, r24
    ldi r20, 0
    mov r20, r25
    ldi r20, 0
    ret
end apart
