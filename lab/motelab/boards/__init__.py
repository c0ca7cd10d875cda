"""Boards and the programs that run on them. board: the facts in a board file. selection: from a user's request to the
members that an image binds. image: builds it; sizes and stack/ read it. simavr, msp430, ibex, qemu, qemu_system,
qemu_riscv: run it, each the simulator that board files name; execution is their common answer. ibex_open and unicorn
let faults strike it. binutils and doctor: the tools.

Uses library (for the board that is this computer), subjects, common. Start at board: load(name) gives a Board, which
is passed on from there."""
