#include "mote.h"

/* ns -> cycles, rounded up; cycles -> ns, rounded down: a cycle at its own time is not early. */
static uint64_t cycles_in(const struct mote *mote, uint64_t nanoseconds)
{
    return (uint64_t)(((unsigned __int128)nanoseconds * mote->frequency_hz + SECOND - 1) / SECOND);
}

static uint64_t time_of(const struct mote *mote, uint64_t cycles)
{
    return mote->boot + (uint64_t)((unsigned __int128)cycles * SECOND / mote->frequency_hz);
}

static uint64_t active_cycles(const struct mote *mote)
{
    return mote->processor.kind->cycles(mote->processor.machine) - mote->first_cycle;
}

uint64_t mote_time(const struct mote *mote)
{
    return time_of(mote, active_cycles(mote) + mote->idle_cycles);
}

void mote_on(struct mote *mote)
{
    mote->processor.kind->reset(mote->processor.machine, &mote->random);
    mote->first_cycle = mote->processor.kind->cycles(mote->processor.machine);
    mote->idle_cycles = 0;
    mote->is_on = true;
    mote->is_asleep = false;
    mote->radio = MAILBOX_RADIO_LISTENS;
    mote->on_since = mote->radio_since = mote->radio_on_since = mote->heard_until = mote->boot;
}

void mote_set_radio(struct mote *mote, enum mailbox_radio state, uint64_t now)
{
    mote->counts.radio[mote->radio] += now - mote->radio_since;
    mote->radio_since = now;
    mote->radio = state;
}

struct counts mote_counts(const struct mote *mote, uint64_t now)
{
    struct counts counts = mote->counts;
    if (mote->is_on && now > mote->radio_since)
        counts.radio[mote->radio] += now - mote->radio_since;
    return counts;
}

void mote_off(struct mote *mote, uint64_t now)
{
    mote->counts.on += now - mote->on_since;
    mote_set_radio(mote, MAILBOX_RADIO_OFF, now);
    mote->is_on = mote->is_asleep = false;
}

void mote_sleep(struct mote *mote, uint64_t until)
{
    if (mote->received.count != 0 || mote->has_outcome || mote->has_others)
        return;
    mote->is_asleep = true;
    mote->wake = until;
}

void mote_wake(struct mote *mote, uint64_t now)
{
    if (!mote->is_asleep)
        return;
    mote->is_asleep = false;
    uint64_t clock = cycles_in(mote, now - mote->boot), reached = active_cycles(mote) + mote->idle_cycles;
    if (clock > reached)
        mote->idle_cycles += clock - reached;
}

void mote_run(struct mote *mote, uint64_t until)
{
    const struct processor *processor = &mote->processor;
    while (mote_time(mote) < until || mote->is_asleep) {
        if (mote->is_asleep && mote->wake >= until)
            return;
        mote_wake(mote, mote->wake);
        uint64_t end = cycles_in(mote, until - mote->boot);
        if (end <= mote->idle_cycles)
            return;
        processor->kind->run(processor->machine, end - mote->idle_cycles + mote->first_cycle, &mote->is_asleep);
    }
}
