#include "timer.h"

#include "failure.h"

enum { CONTROL = 0, CHANNEL = 2, COUNT = 0x10, COMPARE = 0x12, EXPANSION = 0x20 };
enum { FLAG = 1, CLEAR = 4, MODE = 0x30, STOPPED = 0, CONTINUOUS = 0x20, SOURCE = 0x300, ACLK = 0x100, SMCLK = 0x200 };

static bool is_running(const struct timer *timer)
{
    return (timer->control & MODE) != STOPPED;
}

static uint64_t divider(const struct timer *timer)
{
    return (UINT64_C(1) << (timer->control >> 6 & 3)) * ((timer->expansion & 7u) + 1);
}

/* Ticks of the timer's clock, before its dividers. */
static uint64_t ticks(const struct timer *timer, uint64_t cycle)
{
    return (timer->control & SOURCE) == SMCLK ? cycle : (uint64_t)clock_aclk(timer->clock, cycle);
}

static uint64_t count_at(const struct timer *timer, uint64_t cycle)
{
    return is_running(timer) ? timer->count + (ticks(timer, cycle) - timer->begin) / divider(timer) : timer->count;
}

/* The next count after the last one seen in which a channel matches. */
static uint64_t next_match(const struct timer *timer, unsigned channel)
{
    const uint64_t next = timer->seen + 1;
    return next + (uint16_t)(timer->compare[channel] - next);
}

void timer_advance(struct timer *timer, uint64_t cycle)
{
    const uint64_t count = count_at(timer, cycle);
    for (unsigned i = 0; i < TIMER_CHANNELS; i++)
        if (next_match(timer, i) <= count)
            timer->channel[i] |= FLAG;
    if (count >> 16 != timer->seen >> 16)
        timer->control |= FLAG;
    timer->seen = count;
}

/* The cycle in which a channel matches next. */
static uint64_t next_cycle(const struct timer *timer, unsigned channel)
{
    if (!is_running(timer) || (timer->control & SOURCE) != SMCLK)
        return UINT64_MAX;
    return timer->begin + (next_match(timer, channel) - timer->count) * divider(timer);
}

bool timer_take_flag(struct timer *timer, unsigned channel, uint64_t cycle)
{
    if (!(timer->channel[channel] & FLAG) && cycle < next_cycle(timer, channel))
        return false;
    timer_advance(timer, cycle);
    timer->channel[channel] &= (uint16_t)~FLAG;
    return true;
}

uint16_t timer_load(struct timer *timer, uint32_t offset, uint64_t cycle)
{
    timer_advance(timer, cycle);
    if (offset == CONTROL)
        return timer->control;
    if (offset == COUNT)
        return (uint16_t)timer->seen;
    if (offset == EXPANSION)
        return timer->expansion;
    if (offset < CHANNEL + 2 * TIMER_CHANNELS)
        return timer->channel[offset / 2 - 1];
    if (offset >= COMPARE && offset < COMPARE + 2 * TIMER_CHANNELS)
        return timer->compare[(offset - COMPARE) / 2];
    fail(STATUS_CRASHED, "not modelled: the timer's register at 0x%x", offset);
}

/* From now on the timer runs, or stands, as its registers say. */
static void begin(struct timer *timer, uint64_t cycle)
{
    timer->count = timer->seen;
    timer->begin = ticks(timer, cycle);
}

static void store_control(struct timer *timer, uint16_t value, uint64_t cycle)
{
    if ((value & MODE) != STOPPED && ((value & MODE) != CONTINUOUS || !((value & SOURCE) % 0x300)))
        fail(STATUS_CRASHED, "not modelled: a timer with control 0x%x", value);
    if (value & CLEAR)
        timer->seen = 0;
    timer->control = value & (uint16_t)~CLEAR;
    begin(timer, cycle);
}

void timer_store(struct timer *timer, uint32_t offset, uint16_t value, uint64_t cycle)
{
    timer_advance(timer, cycle);
    if (offset == CONTROL)
        store_control(timer, value, cycle);
    else if (offset == COUNT)
        timer->seen = value, begin(timer, cycle);
    else if (offset == EXPANSION)
        timer->expansion = value, begin(timer, cycle);
    else if (offset < CHANNEL + 2 * TIMER_CHANNELS && (value & 0x100) == 0) /* no capture mode */
        timer->channel[offset / 2 - 1] = value;
    else if (offset >= COMPARE && offset < COMPARE + 2 * TIMER_CHANNELS)
        timer->compare[(offset - COMPARE) / 2] = value;
    else
        fail(STATUS_CRASHED, "not modelled: 0x%x in the timer's register at 0x%x", value, offset);
}
