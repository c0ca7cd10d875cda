/* Marks of the measured call on an AVR. They are in the caller's own frame, so that its stack pointer is the call's. */
#ifndef MC_DEVICE_IO_H
#define MC_DEVICE_IO_H

#include <avr/io.h>
#include <stdint.h>

/* Paints the memory below the stack pointer of the call, and resets the timers. */
void count_prepare(uint16_t stack_pointer);

/* Keeps what the timers had, and the lowest byte of the stack that was written. */
void count_keep(uint8_t timer0, uint8_t timer2, uint16_t timer1, uint8_t timer1_flags);

static inline void bench_mark_stack(void)
{
}

static inline __attribute__((always_inline)) void count_begin(void)
{
    count_prepare(SP);
    GTCCR = 0; /* the timers run from here on */
    __asm__ volatile("" ::: "memory");
}

static inline __attribute__((always_inline)) void count_end(void)
{
    __asm__ volatile("" ::: "memory");
    const uint8_t timer0 = TCNT0, timer2 = TCNT2;
    const uint16_t timer1 = TCNT1;
    count_keep(timer0, timer2, timer1, TIFR1);
}

#endif
