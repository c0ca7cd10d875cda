/* The properties of an instruction that the meter needs, decoded when the emulator translates it. */
#ifndef MC_QEMU_OPCODE_H
#define MC_QEMU_OPCODE_H

#include <stdint.h>

enum {
    OPCODE_CALL = 1 << 0,  /* BL, BLX; on RISC-V the instructions that link to ra */
    OPCODE_STACK = 1 << 1, /* a push or pop: its accesses are no loads or stores */
    OPCODE_XOR = 1 << 2,   /* EOR or WXOR of two different registers */
    OPCODE_MARK = 1
        << 3, /* the firmware shows its stack pointer (io.h): STR sp, [sp, #-4]; STMIA r3!, {r3}; sw sp, -4(sp) */
    OPCODE_IF = 1 << 4, /* in an IT block, whether it accesses memory or not */
};

/* Flags of an A32 instruction (ARM Architecture Reference Manual, DDI 0100I, A3 and A4; Intel Wireless MMX Technology
 * Developer Guide for WXOR). */
unsigned opcode_flags(uint32_t word);

#endif
