/* Marks of the measured call on an MSP430. They are in the caller's own frame, so that its stack pointer is the call's.
 */
#ifndef MC_DEVICE_IO_H
#define MC_DEVICE_IO_H

#include "chip.h"

/* Paints the memory below the stack pointer of the call, and resets the counter. */
void count_prepare(uint16_t stack_pointer);

/* Keeps what the counter had, and the lowest word of the stack that was written. `left`: of the DMA's transfers, when
 * the coarse timer was not yet read. */
void count_keep(uint16_t left, uint16_t coarse, uint16_t fine);

static inline void bench_mark_stack(void)
{
}

static inline __attribute__((always_inline)) void count_begin(void)
{
    uint16_t stack_pointer;
    __asm__ volatile("mov r1, %0" : "=r"(stack_pointer));
    count_prepare(stack_pointer);
    FINE_CONTROL = FINE_RUNS; /* the cycles count from here on */
    __asm__ volatile("" ::: "memory");
}

static inline __attribute__((always_inline)) void count_end(void)
{
    __asm__ volatile("" ::: "memory");
    const uint16_t left = DMA0SZ, coarse = COARSE_COUNT, fine = FINE_COUNT;
    count_keep(left, coarse, fine);
}

#endif
