/* Lockstep with conservative lookahead. No mote can act on another sooner than a radio turns to sending: a frame that
 * it is told to send is on the air TURNAROUND later. So all motes run, one after the other, through a window that is
 * no longer, and within which nothing happens on the air; then the air is advanced to the window's end. While all
 * motes sleep, time leaps to the next event. (Chandy, Misra, "Distributed simulation", IEEE TSE 1979.) */
#include "network.h"

#include "failure.h"
#include "mailbox.h"

struct network network;

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The next time at which a mote is switched on or off. */
static uint64_t next_switch(void)
{
    uint64_t next = NEVER;
    for (unsigned i = 0; i < network.count; i++)
        if (!network.motes[i].is_on && network.motes[i].boot != NEVER)
            next = least(next, network.motes[i].boot);
    for (unsigned i = 0; i < network.outage_count; i++)
        if (!network.outages[i].is_begun)
            next = least(next, network.outages[i].begin);
    return next;
}

/* The next time at which a mote that is on does anything. */
static uint64_t next_step(void)
{
    uint64_t next = NEVER;
    for (unsigned i = 0; i < network.count; i++) {
        const struct mote *mote = &network.motes[i];
        if (mote->is_on)
            next = least(next, mote->is_asleep ? mote->wake : mote_time(mote));
    }
    return next;
}

/* What others know of a mote that lost its memory, and what it knew itself, counts no more. */
static void forget(unsigned index)
{
    for (unsigned i = 0; i < network.count; i++) {
        struct acquaintance *own = &network.motes[index].known[i], *theirs = &network.motes[i].known[index];
        own->is_keyed = theirs->is_keyed = false;
        own->messages = theirs->messages = 0;
    }
    network.all_keyed_at = NEVER;
}

static void begin_outage(struct outage *outage)
{
    struct mote *mote = &network.motes[outage->mote];
    outage->is_begun = true;
    mote->boot = outage->again;
    if (!mote->is_on)
        return;
    medium_drop(&network.medium, mote, network.now);
    mote_off(mote, network.now);
    forget(outage->mote);
}

bool network_is_expected(unsigned a, unsigned b)
{
    const struct mote *motes = network.motes;
    return motes[a].known[b].is_neighbour && motes[a].boot != NEVER && motes[b].boot != NEVER;
}

static bool is_key_shared(unsigned a, unsigned b)
{
    return network.motes[a].known[b].is_keyed && network.motes[b].known[a].is_keyed;
}

bool network_is_keyed(unsigned a, unsigned b)
{
    const struct mote *motes = network.motes;
    return is_key_shared(a, b) && motes[a].known[b].messages >= network.messages &&
           motes[b].known[a].messages >= network.messages;
}

static bool is_every_pair(bool (*so)(unsigned, unsigned))
{
    for (unsigned a = 0; a < network.count; a++)
        for (unsigned b = 0; b < a; b++)
            if (network_is_expected(a, b) && !so(a, b))
                return false;
    return true;
}

static void send_frame(struct mote *mote, const struct radio_frame *frame)
{
    medium_send(&network.medium, mote, frame, mote_time(mote));
}

static void transmit_frame(struct mote *mote, const struct radio_frame *frame)
{
    medium_transmit(&network.medium, mote, frame, mote_time(mote));
}

static void set_radio(struct mote *mote, enum mailbox_radio state)
{
    medium_set_radio(&network.medium, mote, state, mote_time(mote));
}

static enum mailbox_carrier carrier(struct mote *mote)
{
    return medium_carrier(&network.medium, mote, mote_time(mote));
}

static bool is_sending(struct mote *mote)
{
    return medium_is_sending(&network.medium, mote);
}

/* All motes' counts at the moment that the last pair has its key. */
static void keep_counts(uint64_t now)
{
    network.all_keyed_at = now;
    for (unsigned i = 0; i < network.count; i++)
        network.motes[i].counts_at_keys = mote_counts(&network.motes[i], now);
}

static struct acquaintance *acquaintance(struct mote *mote, uint16_t peer)
{
    for (unsigned i = 0; i < network.count; i++)
        if (network.motes[i].own == peer && i != mote->index)
            return &mote->known[i];
    fail(STATUS_CRASHED, "the firmware reports of mote %u, which does not exist", peer);
}

static void report_event(struct mote *mote, uint8_t event, uint16_t peer)
{
    struct acquaintance *known = acquaintance(mote, peer);
    if (event == MAILBOX_KEYED) {
        if (!known->is_keyed)
            known->keyed_at = mote_time(mote);
        known->is_keyed = true;
        if (network.all_keyed_at == NEVER && is_every_pair(is_key_shared))
            keep_counts(mote_time(mote));
    } else if (event == MAILBOX_MESSAGE) {
        known->messages++;
    } else {
        fail(STATUS_CRASHED, "the firmware reports event %u, which does not exist", event);
    }
}

static void switch_on(struct mote *mote)
{
    static const struct mote_events events = {.send = send_frame,
                                              .transmit = transmit_frame,
                                              .radio = set_radio,
                                              .carrier = carrier,
                                              .is_sending = is_sending,
                                              .report = report_event};
    mote->events = &events;
    mailbox_reset(mote);
    mote_on(mote);
}

static void switch_motes(void)
{
    for (unsigned i = 0; i < network.outage_count; i++)
        if (!network.outages[i].is_begun && network.outages[i].begin <= network.now)
            begin_outage(&network.outages[i]);
    for (unsigned i = 0; i < network.count; i++)
        if (!network.motes[i].is_on && network.motes[i].boot <= network.now)
            switch_on(&network.motes[i]);
}

static bool is_done(void)
{
    for (unsigned i = 0; i < network.outage_count; i++)
        if (!network.outages[i].is_begun)
            return false;
    for (unsigned i = 0; i < network.count; i++)
        if (!network.motes[i].is_on && network.motes[i].boot != NEVER)
            return false;
    return is_every_pair(network_is_keyed);
}

static void run_window(uint64_t end)
{
    for (unsigned i = 0; i < network.count; i++) {
        if (!network.motes[i].is_on)
            continue;
        network.running = &network.motes[i];
        mote_run(network.running, end);
    }
    network.running = NULL;
}

static void end_all(void)
{
    for (unsigned i = 0; i < network.count; i++)
        if (network.motes[i].is_on)
            mote_off(&network.motes[i], network.now);
}

bool network_run(void)
{
    network.all_keyed_at = NEVER;
    network.medium.motes = network.motes;
    network.medium.count = network.count;
    bool done = false;
    switch_motes();
    while (!(done = is_done()) && network.now < network.limit) {
        uint64_t beside = least(medium_next(&network.medium), least(next_switch(), network.limit));
        uint64_t begin = least(next_step(), beside);
        if (begin > network.now)
            network.now = begin;
        uint64_t end = least(network.now + TURNAROUND, beside);
        run_window(end);
        network.now = end;
        medium_advance(&network.medium, end);
        switch_motes();
    }
    end_all();
    return done;
}
