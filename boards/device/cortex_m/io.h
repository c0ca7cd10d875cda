/* Marks of the measured call on a Cortex-M. They are in the caller's own frame, so that its stack pointer is the
 * call's; the memory below it is painted before, and looked at afterwards, without a call between. */
#ifndef MC_DEVICE_IO_H
#define MC_DEVICE_IO_H

#include <stdint.h>

#include "registers.h"

#define PAINT        0xc5c5c5c5u
#define MOST_PAINTED 60000u /* bytes; an answer has 16 bits for the stack */

extern uint32_t bench_stack_limit[]; /* the linker's: variables end, the stack may begin */

/* Sets up the counter, which does not count yet or is begun again by counter_begin. */
void count_prepare(void);

/* Keeps what the counter had, and the bytes of stack. */
void count_keep(uint32_t count, uint32_t stack_bytes);

#ifdef __ARM_ARCH_6M__
static inline __attribute__((always_inline)) void counter_begin(void)
{
    SYST_CSR = SYST_CLOCK_OF_CORE | SYST_ENABLE;
}

static inline __attribute__((always_inline)) uint32_t counter_now(void)
{
    return SYST_LAST - SYST_CVR;
}
#else
static inline __attribute__((always_inline)) void counter_begin(void)
{
    DWT_CYCCNT = 0;
}

static inline __attribute__((always_inline)) uint32_t counter_now(void)
{
    return DWT_CYCCNT;
}
#endif

static inline void bench_mark_stack(void)
{
}

static inline __attribute__((always_inline)) volatile uint32_t *call_stack(void)
{
    volatile uint32_t *stack_pointer;
    __asm__ volatile("mov %0, sp" : "=r"(stack_pointer));
    return stack_pointer;
}

/* The lowest painted word. */
static inline __attribute__((always_inline)) volatile uint32_t *painted(volatile uint32_t *stack_pointer)
{
    const uint32_t limit = (uint32_t)bench_stack_limit, top = (uint32_t)stack_pointer;
    return (volatile uint32_t *)(top - limit < MOST_PAINTED ? limit : top - MOST_PAINTED);
}

static inline __attribute__((always_inline)) void count_begin(void)
{
    count_prepare();
    volatile uint32_t *const top = call_stack();
    for (volatile uint32_t *place = painted(top); place < top; place++)
        *place = PAINT;
    counter_begin();
    __asm__ volatile("" ::: "memory");
}

static inline __attribute__((always_inline)) void count_end(void)
{
    __asm__ volatile("" ::: "memory");
    const uint32_t count = counter_now();
    volatile uint32_t *const top = call_stack(), *place = painted(top);
    while (place < top && *place == PAINT)
        place++;
    count_keep(count, (uint32_t)top - (uint32_t)place);
}

#endif
