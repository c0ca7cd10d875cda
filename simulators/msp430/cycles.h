/* The cycles of instructions, from the families' user's guides: SLAU049 (MSP430x1xx), tables 3-14 to 3-16, and
 * SLAU208 (MSP430x5xx), chapter CPUX. Nothing here was checked on silicon. */
#ifndef MC_MSP430_CYCLES_H
#define MC_MSP430_CYCLES_H

#include <stdbool.h>

/* How an operand is addressed. Constants of the generator count as registers, symbolic operands as indexed. */
enum mode { MODE_REGISTER, MODE_INDIRECT, MODE_INCREMENT, MODE_IMMEDIATE, MODE_INDEXED, MODE_ABSOLUTE, MODE_COUNT };

enum destination { TO_REGISTER, TO_PC, TO_MEMORY, DESTINATION_COUNT };

enum single { SINGLE_SHIFT, SINGLE_PUSH, SINGLE_CALL, SINGLE_COUNT }; /* RRA, RRC, SWPB, SXT; PUSH; CALL */

enum { CYCLES_JUMP = 2, CYCLES_RETI = 5 };

/* Instructions of two operands; `only_moves` for MOV, CMP and BIT, which access the destination once. */
unsigned cycles_double(bool is_x, enum mode source, enum destination destination, bool only_moves);

unsigned cycles_single(bool is_x, enum single what, enum mode mode);

#endif
