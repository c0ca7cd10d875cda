/* The counter of cycles of an MSP430: two timers on the CPU's own clock, and a channel of DMA.
 *
 * The fine timer counts every cycle in 16 bits, the coarse one every 8 or 64 cycles (COARSE_CYCLES). An interrupt at
 * every overflow would take cycles and stack of what is measured, and some routines use the stack pointer as they
 * like. So the overflows of the coarse timer are counted by DMA: each one triggers the transfer of a word, and the
 * controller counts these (DMA0SZ). A transfer stops the CPU for four cycles (SLAU049, table of the maximum cycle time
 * of single transfers), which are subtracted; where a chip takes one cycle more or less, that is 2 millionths of the
 * figure. The resolution is one cycle. */
#ifndef MC_DEVICE_COUNTER_H
#define MC_DEVICE_COUNTER_H

#define COUNTER_BITS    32
#define TRANSFER_CYCLES 4

#endif
