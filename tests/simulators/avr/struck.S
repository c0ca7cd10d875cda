; A routine whose every instruction shows in the output: 2, or 3 with the stored 1.
.include "io.inc"

routine main
    ldi r24, 0x40
    ldi r25, 0x10
    call struck
    sts OUTPUT, r24
    exit_with 0
end main

routine struck
    ldi r24, 1
    sts cell, r24
    ldi r24, 2
    lds r25, cell
    add r24, r25
    ret
    exit_with 7
end struck

.section .bss
cell: .space 1
