/* Marks of the measured call on an RV32. They are in the caller's own frame, so that its stack pointer is the call's.
 */
#ifndef MC_DEVICE_IO_H
#define MC_DEVICE_IO_H

#include "counter.h"

extern uint32_t count_begun;

/* Paints the memory below the stack pointer of the call. */
void count_prepare(uintptr_t stack_pointer);

/* Keeps the cycles since count_begun, and the lowest word of the stack that was written. */
void count_keep(uint32_t now);

static inline void bench_mark_stack(void)
{
}

static inline __attribute__((always_inline)) void count_begin(void)
{
    uintptr_t stack_pointer;
    __asm__ volatile("mv %0, sp" : "=r"(stack_pointer));
    count_prepare(stack_pointer);
    count_begun = cycles_now();
}

static inline __attribute__((always_inline)) void count_end(void)
{
    count_keep(cycles_now());
}

#endif
