/* The properties of RV32 instructions, compressed ones too, that the meter needs (RISC-V Unprivileged ISA, 20191213:
 * chapters 2, 16 and 24). */
#ifndef MC_QEMU_RISCV_H
#define MC_QEMU_RISCV_H

#include <stdint.h>

/* Bytes of an instruction that begins with these. */
uint32_t riscv_bytes(uint32_t word);

/* Its OPCODE_... flags (opcode.h). There is no push or pop: saving on the stack uses ordinary stores. */
unsigned riscv_flags(uint32_t word);

#endif
