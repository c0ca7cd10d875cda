/* The counter of cycles of an AVR with the timers of the ATmega328P and the ATmega2560.
 *
 * No timer has the bits for a multiplication of points, and an interrupt at every overflow would take cycles and stack
 * of what is measured. So three timers count the same clock: timer 0 every cycle, timer 2 every 64 cycles, timer 1
 * every 1,024. Each has the bits that the one before lacks, with some to spare, which tie them together; the flag of
 * timer 1's overflow is the last bit. */
#ifndef MC_DEVICE_COUNTER_H
#define MC_DEVICE_COUNTER_H

#define COUNTER_BITS 27 /* 8.4 s at 16 MHz; the host adds what its own clock says */

#endif
