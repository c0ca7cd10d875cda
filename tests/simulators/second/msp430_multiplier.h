/* The hardware multipliers: of 16 bits in family 1 (SLAU049, chapter 7), MPY32 in family 5 (SLAU208, chapter 25). */
#ifndef SECOND_MSP430_MULTIPLIER_H
#define SECOND_MSP430_MULTIPLIER_H

#include <stdint.h>

/* Bytes of registers, from the first. */
enum { MULTIPLIER_BYTES = 0x10, MPY32_BYTES = 0x2e };

/* Words at an offset from the first register. */
void multiplier_write(unsigned offset, uint16_t value);
uint16_t multiplier_read(unsigned offset);

#endif
