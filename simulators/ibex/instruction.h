/* The properties of RV32IMC instructions, with extensions, that the meter needs (RISC-V Unprivileged ISA, 20191213:
 * chapters 2, 16 and 24). `word` is a whole instruction; the upper half of a compressed one is 0. */
#ifndef MC_IBEX_INSTRUCTION_H
#define MC_IBEX_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

uint32_t instruction_bytes(uint32_t word);
bool instruction_loads(uint32_t word);
bool instruction_stores(uint32_t word);

/* XOR of two different registers. */
bool instruction_is_xor(uint32_t word);

/* JAL and JALR that keep a return address in ra or t0; a jump to an address in a register that keeps none. */
bool instruction_calls(uint32_t word);
bool instruction_jumps_to_register(uint32_t word);

/* The name of an instruction that raises an exception: "ecall", "ebreak" or "an instruction that the core lacks". */
const char *instruction_that_traps(uint32_t word);

#endif
