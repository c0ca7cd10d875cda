/* The properties of RV32 instructions, compressed ones too, that the meter and the cycle table need (RISC-V
 * Unprivileged ISA, 20191213: chapters 2, 7, 16 and 24). */
#ifndef MC_QEMU_RISCV_H
#define MC_QEMU_RISCV_H

#include <stdint.h>

/* The kind of an instruction, which decides its time. */
enum riscv_kind {
    RISCV_PLAIN, /* arithmetic, logic, shifts, comparisons, constants, fences, control registers, ECALL */
    RISCV_LOAD,
    RISCV_STORE,
    RISCV_BRANCH,        /* with a condition */
    RISCV_JUMP,          /* to an address in the instruction: JAL */
    RISCV_JUMP_REGISTER, /* JALR */
    RISCV_MULTIPLY,      /* MUL */
    RISCV_MULTIPLY_HIGH, /* MULH, MULHU, MULHSU */
    RISCV_DIVIDE,        /* DIV, DIVU, REM, REMU */
    RISCV_UNKNOWN,       /* not of RV32IMC */
    RISCV_KINDS
};

struct riscv {
    enum riscv_kind kind;
    uint32_t reads;  /* set of the registers that it reads, less x0 */
    uint32_t loaded; /* the register that a load writes, as a set, less x0 */
};

/* Bytes of an instruction that begins with these. */
uint32_t riscv_bytes(uint32_t word);

/* Its OPCODE_... flags (opcode.h). There is no push or pop: saving on the stack uses ordinary stores. */
unsigned riscv_flags(uint32_t word);

/* Decodes an instruction of RV32IMC. */
struct riscv riscv_decode(uint32_t word);

#endif
