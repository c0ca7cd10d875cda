#include "medium.h"

#include "capture.h"
#include "failure.h"
#include "mailbox.h"
#include "network.h"

enum { KEPT = 10000000 }; /* ns that a past transmission counts for collisions: longer than any frame */

static bool is_audible(unsigned sender, unsigned listener)
{
    return network.motes[listener].known[sender].is_neighbour;
}

static struct transmission *place(void)
{
    struct transmission *transmissions = network.medium.transmissions;
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++)
        if (transmissions[i].phase == PHASE_FREE)
            return &transmissions[i];
    fail(STATUS_CRASHED, "more transmissions at a time than the medium has room for");
}

static struct transmission *begin(const struct mote *mote, const struct radio_frame *frame, uint64_t now)
{
    struct transmission *made = place();
    *made = (struct transmission){.phase = PHASE_TURNING, .sender = mote->index, .turned = now, .frame = *frame};
    made->start = now + TURNAROUND;
    made->stop = made->start + frame_duration(frame);
    return made;
}

/* Whether the mote sends, or turns to it, or waits for an acknowledgement. */
static bool is_engaged(const struct mote *mote)
{
    const struct transmission *transmissions = network.medium.transmissions;
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++)
        if (transmissions[i].sender == mote->index && transmissions[i].phase != PHASE_FREE &&
            transmissions[i].phase != PHASE_PAST)
            return true;
    return false;
}

static bool is_carrier_sensed(const struct mote *mote, uint64_t now)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        const struct transmission *other = &network.medium.transmissions[i];
        if (other->phase != PHASE_FREE && is_audible(other->sender, mote->index) && other->start < now &&
            other->stop + SENSE > now)
            return true;
    }
    return false;
}

void medium_send(struct mote *mote, const struct radio_frame *frame, uint64_t now)
{
    if (is_engaged(mote) || is_carrier_sensed(mote, now)) {
        mote->counts.channel_busy++;
        mailbox_finish(mote, MAILBOX_CHANNEL_BUSY);
        return;
    }
    mote->counts.frames_sent++;
    mote->counts.broadcasts += frame_is_broadcast(frame);
    begin(mote, frame, now);
}

/* Octets and time of what its radio sends. */
static void count_sent(const struct transmission *sent)
{
    struct counts *counts = &network.motes[sent->sender].counts;
    counts->bytes_sent += sent->frame.bytes;
    counts->acknowledgements += sent->is_acknowledgement;
    counts->send += frame_duration(&sent->frame);
}

static void acknowledge(struct mote *mote, const struct transmission *received)
{
    struct radio_frame frame = frame_acknowledgement(&received->frame);
    begin(mote, &frame, received->stop)->is_acknowledgement = true;
}

/* The sender waits for this acknowledgement: its frame is sent. */
static void take_acknowledgement(struct mote *mote, const struct radio_frame *acknowledgement)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        struct transmission *sent = &network.medium.transmissions[i];
        if (sent->phase != PHASE_WAITING || sent->sender != mote->index ||
            !frame_acknowledges(acknowledgement, &sent->frame))
            continue;
        sent->phase = PHASE_PAST;
        mote->counts.bytes_received += acknowledgement->bytes;
        mailbox_finish(mote, MAILBOX_SENT);
        mote_wake(mote, network.now);
    }
}

static void take(struct mote *mote, const struct transmission *received)
{
    const struct radio_frame *frame = &received->frame;
    if (received->is_acknowledgement) {
        take_acknowledgement(mote, frame);
        return;
    }
    if (!mote->has_address || !frame_is_for(frame, mote->address, mote->pan))
        return;
    if (!mailbox_deliver(mote, frame)) {
        mote->counts.dropped++;
        return;
    }
    mote->counts.frames_received++;
    mote->counts.bytes_received += frame->bytes;
    if (frame_wants_acknowledgement(frame))
        acknowledge(mote, received);
    mote_wake(mote, network.now);
}

/* Whether another transmission that the listener hears, or one of its own, overlaps. */
static bool is_disturbed(const struct transmission *received, const struct mote *listener)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        const struct transmission *other = &network.medium.transmissions[i];
        if (other == received || other->phase == PHASE_FREE)
            continue;
        const bool is_own = other->sender == listener->index;
        const uint64_t begin = is_own ? other->turned : other->start;
        if ((is_own || is_audible(other->sender, listener->index)) && begin < received->stop &&
            other->stop > received->start)
            return true;
    }
    return false;
}

/* The time in which the listener's radio received, frames that overlap once. */
static void count_heard(struct mote *listener, const struct transmission *heard)
{
    uint64_t begin = heard->start > listener->heard_until ? heard->start : listener->heard_until;
    if (heard->stop > begin)
        listener->counts.receive += heard->stop - begin;
    if (heard->stop > listener->heard_until)
        listener->heard_until = heard->stop;
}

static void arrive(struct mote *listener, const struct transmission *received)
{
    const bool is_lost = generator_fraction(&network.medium.random) < network.medium.loss;
    if (!listener->is_on || listener->radio_on_since > received->start)
        return;
    if (is_disturbed(received, listener)) {
        listener->counts.collided++;
        return;
    }
    count_heard(listener, received);
    if (is_lost)
        listener->counts.lost++;
    else
        take(listener, received);
}

static void stop(struct transmission *sent)
{
    struct mote *sender = &network.motes[sent->sender];
    count_sent(sent);
    const bool waits = !sent->is_acknowledgement && frame_wants_acknowledgement(&sent->frame);
    sent->phase = waits ? PHASE_WAITING : PHASE_PAST;
    for (unsigned i = 0; i < network.count; i++)
        if (i != sent->sender && is_audible(sent->sender, i))
            arrive(&network.motes[i], sent);
    if (!waits && !sent->is_acknowledgement) {
        mailbox_finish(sender, MAILBOX_SENT);
        mote_wake(sender, network.now);
    }
}

static void miss_acknowledgement(struct transmission *sent)
{
    struct mote *sender = &network.motes[sent->sender];
    sent->phase = PHASE_PAST;
    sender->counts.unacknowledged++;
    mailbox_finish(sender, MAILBOX_NO_ACKNOWLEDGEMENT);
    mote_wake(sender, network.now);
}

static uint64_t next_of(const struct transmission *one)
{
    switch (one->phase) {
    case PHASE_TURNING:
        return one->start;
    case PHASE_ON_AIR:
        return one->stop;
    case PHASE_WAITING:
        return one->stop + ACKNOWLEDGEMENT_WAIT;
    default:
        return NEVER;
    }
}

static struct transmission *earliest(void)
{
    struct transmission *found = &network.medium.transmissions[0];
    for (unsigned i = 1; i < TRANSMISSIONS_MAX; i++)
        if (next_of(&network.medium.transmissions[i]) < next_of(found))
            found = &network.medium.transmissions[i];
    return found;
}

uint64_t medium_next(void)
{
    return next_of(earliest());
}

static void forget(uint64_t now)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        struct transmission *past = &network.medium.transmissions[i];
        if (past->phase == PHASE_PAST && past->stop + KEPT < now)
            past->phase = PHASE_FREE;
    }
}

void medium_advance(uint64_t now)
{
    for (struct transmission *next = earliest(); next_of(next) <= now; next = earliest()) {
        if (next->phase == PHASE_TURNING) {
            next->phase = PHASE_ON_AIR;
            if (network.medium.capture != NULL)
                capture_write(network.medium.capture, &next->frame, next->start);
        } else if (next->phase == PHASE_ON_AIR) {
            stop(next);
        } else {
            miss_acknowledgement(next);
        }
    }
    forget(now);
}

void medium_drop(const struct mote *mote, uint64_t now)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        struct transmission *dropped = &network.medium.transmissions[i];
        if (dropped->sender != mote->index || dropped->phase == PHASE_FREE || dropped->phase == PHASE_PAST)
            continue;
        dropped->phase = PHASE_PAST; /* nobody gets it; what was sent of it disturbs */
        dropped->stop = dropped->stop < now ? dropped->stop : now;
    }
}
