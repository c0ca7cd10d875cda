/* A register at an address, of a byte or a word. */
#ifndef MC_DEVICE_REGISTERS_H
#define MC_DEVICE_REGISTERS_H

#include <stdint.h>

#define BYTE_AT(address) (*(volatile uint8_t *)(address))
#define WORD_AT(address) (*(volatile uint16_t *)(address))

/* Bits of the timers' control registers and of DMA0CTL, the same in all families. */
#define TIMER_SMCLK      0x200
#define TIMER_ACLK       0x100
#define TIMER_BY_8       0xc0
#define TIMER_CONTINUOUS 0x20
#define TIMER_CLEAR      0x04
#define CCIFG            0x01
#define DMAEN            0x10

#endif
