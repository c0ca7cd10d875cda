/* Timer_A and Timer_B in continuous mode with compare channels (SLAU049, chapters 11 and 12; SLAU208, the chapters of
 * these names). Registers lie at the same offsets in all of them: control 0, control of channel n at 2 + 2n, the count
 * at 0x10, compare value of channel n at 0x12 + 2n; in family 5 a second divider at 0x20. */
#ifndef MC_MSP430_TIMER_H
#define MC_MSP430_TIMER_H

#include "clock.h"

enum { TIMER_BYTES = 0x22, TIMER_CHANNELS = 3 };

struct timer {
    struct clock *clock;
    uint16_t control, expansion, channel[TIMER_CHANNELS], compare[TIMER_CHANNELS];
    uint64_t count, begin; /* 64 bits: the count in the tick `begin` of the clock, from which it runs */
    uint64_t seen;         /* the count up to which flags are set */
};

uint16_t timer_load(struct timer *timer, uint32_t offset, uint64_t cycle);
void timer_store(struct timer *timer, uint32_t offset, uint16_t value, uint64_t cycle);

/* Sets the flags of what happened up to a cycle. */
void timer_advance(struct timer *timer, uint64_t cycle);

/* Whether the flag of a channel is set by a cycle; it is cleared. Of a timer on SMCLK only: DMA wants to know in each
 * cycle. */
bool timer_take_flag(struct timer *timer, unsigned channel, uint64_t cycle);

#endif
