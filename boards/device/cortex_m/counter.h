/* The counter of cycles of a Cortex-M, without interrupts.
 *
 * Cortex-M4 counts 32 bits itself (DWT). SysTick, which Cortex-M0+ has, counts 24: at 133 MHz it begins again after
 * 0.13 s, and the host's clock, with a serial line between, does not tell turns so short apart. So a timer of the chip
 * (chip.h) counts the same clock more coarsely, and says which turn it is: it may be off by half a turn, 2^23 cycles,
 * and is off by less than 2^18, the time of painting the stack. Together they have 32 bits: 32 s at 133 MHz, 268 s at
 * 16 MHz. The host adds whole turns of these, by its own clock, which then must be right to half of one. */
#ifndef MC_DEVICE_COUNTER_H
#define MC_DEVICE_COUNTER_H

#define COUNTER_BITS      32
#define PAUSE_LOOP_CYCLES 4

#endif
