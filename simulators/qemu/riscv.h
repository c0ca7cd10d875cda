/* What the meter must know of an instruction of RV32 with compressed ones (RISC-V Unprivileged ISA, 20191213: chapters
 * 2, 16 and 24). */
#ifndef MC_QEMU_RISCV_H
#define MC_QEMU_RISCV_H

#include <stdint.h>

/* Bytes of an instruction that begins with these. */
uint32_t riscv_bytes(uint32_t word);

/* Its OPCODE_... flags (opcode.h). There is no push or pop: what is saved on the stack are stores as others. */
unsigned riscv_flags(uint32_t word);

#endif
