#include "medium.h"

#include "capture.h"
#include "failure.h"
#include "mailbox.h"

enum { ADDRESS_READ = (AIR_BYTES + 7) * 32000 }; /* ns from the first bit until the target's address has come */
enum { KEPT = 10000000 }; /* ns that a past transmission counts for collisions: longer than any frame */

static bool is_audible(const struct medium *medium, unsigned sender, unsigned listener)
{
    return medium->motes[listener].known[sender].is_neighbour;
}

static struct transmission *place(struct medium *medium)
{
    struct transmission *transmissions = medium->transmissions;
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++)
        if (transmissions[i].phase == PHASE_FREE)
            return &transmissions[i];
    fail(STATUS_CRASHED, "more transmissions at a time than the medium has room for");
}

static struct transmission *begin(struct medium *medium, const struct mote *mote, const struct radio_frame *frame,
                                  uint64_t now)
{
    struct transmission *made = place(medium);
    *made = (struct transmission){.phase = PHASE_TURNING, .sender = mote->index, .turned = now, .frame = *frame};
    made->start = now + TURNAROUND;
    made->stop = made->start + frame_duration(frame);
    return made;
}

/* Whether the mote sends, or turns to it, or waits for an acknowledgement. */
static bool is_engaged(const struct medium *medium, const struct mote *mote)
{
    const struct transmission *transmissions = medium->transmissions;
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++)
        if (transmissions[i].sender == mote->index && transmissions[i].phase != PHASE_FREE &&
            transmissions[i].phase != PHASE_PAST)
            return true;
    return false;
}

/* Any neighbour's frame in the time before `now` that the radio senses, and listened in. */
static bool is_carrier_sensed(const struct medium *medium, const struct mote *mote, uint64_t now)
{
    uint64_t begin = now > SENSE ? now - SENSE : 0;
    if (mote->has_duty_cycle && mote->radio_on_since > begin)
        begin = mote->radio_on_since;
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        const struct transmission *other = &medium->transmissions[i];
        if (other->phase != PHASE_FREE && is_audible(medium, other->sender, mote->index) && other->start < now &&
            other->stop > begin)
            return true;
    }
    return false;
}

void medium_send(struct medium *medium, struct mote *mote, const struct radio_frame *frame, uint64_t now)
{
    if (is_engaged(medium, mote) || is_carrier_sensed(medium, mote, now)) {
        mote->counts.channel_busy++;
        mailbox_finish(mote, MAILBOX_CHANNEL_BUSY);
        return;
    }
    mote->counts.frames_sent++;
    mote->counts.broadcasts += frame_is_broadcast(frame);
    begin(medium, mote, frame, now);
}

void medium_transmit(struct medium *medium, struct mote *mote, const struct radio_frame *frame, uint64_t now)
{
    if (mote->radio != MAILBOX_RADIO_LISTENS || is_engaged(medium, mote))
        fail(STATUS_CRASHED, "the firmware transmits with a radio that does not listen");
    mote->counts.frames_sent++;
    mote->counts.broadcasts += frame_is_broadcast(frame);
    begin(medium, mote, frame, now)->is_repeated = true;
}

void medium_set_radio(struct medium *medium, struct mote *mote, enum mailbox_radio state, uint64_t now)
{
    mote->has_duty_cycle = true;
    if (state == mote->radio)
        return;
    if (state == MAILBOX_RADIO_LISTENS) {
        if (mote->radio == MAILBOX_RADIO_OFF || mote->ready > now)
            fail(STATUS_CRASHED, "the radio is to listen before its oscillator runs");
        mote->radio_on_since = now + TURNAROUND;
    } else {
        medium_drop(medium, mote, now);
    }
    if (mote->radio == MAILBOX_RADIO_OFF)
        mote->ready = now + RADIO_START;
    if (state == MAILBOX_RADIO_OFF)
        mote->received.count = mote->loaded.bytes = 0;
    mote->has_others = false;
    mote_set_radio(mote, state, now);
}

enum mailbox_carrier medium_carrier(const struct medium *medium, const struct mote *mote, uint64_t now)
{
    if (mote->radio != MAILBOX_RADIO_LISTENS || now < mote->radio_on_since + SENSE)
        return MAILBOX_NOT_YET;
    return is_carrier_sensed(medium, mote, now) ? MAILBOX_BUSY : MAILBOX_CLEAR;
}

bool medium_is_sending(const struct medium *medium, const struct mote *mote)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        const struct transmission *own = &medium->transmissions[i];
        if (own->sender == mote->index && (own->phase == PHASE_TURNING || own->phase == PHASE_ON_AIR))
            return true;
    }
    return false;
}

/* Octets and time of what its radio sends. */
static void count_sent(const struct medium *medium, const struct transmission *sent)
{
    struct counts *counts = &medium->motes[sent->sender].counts;
    counts->bytes_sent += sent->frame.bytes;
    counts->acknowledgements += sent->is_acknowledgement;
    counts->send += frame_duration(&sent->frame);
}

static void acknowledge(struct medium *medium, const struct mote *mote, const struct transmission *received)
{
    struct radio_frame frame = frame_acknowledgement(&received->frame);
    begin(medium, mote, &frame, received->stop)->is_acknowledgement = true;
}

/* The sender waits for this acknowledgement: its frame is sent. */
static void take_acknowledgement(struct medium *medium, struct mote *mote, const struct radio_frame *acknowledgement,
                                 uint64_t now)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        struct transmission *sent = &medium->transmissions[i];
        if (sent->phase != PHASE_WAITING || sent->sender != mote->index ||
            !frame_acknowledges(acknowledgement, &sent->frame))
            continue;
        sent->phase = PHASE_PAST;
        mote->counts.bytes_received += acknowledgement->bytes;
        mailbox_finish(mote, MAILBOX_SENT);
        mote_wake(mote, now);
    }
}

static void take(struct medium *medium, struct mote *mote, const struct transmission *received, uint64_t now)
{
    const struct radio_frame *frame = &received->frame;
    if (received->is_acknowledgement) {
        take_acknowledgement(medium, mote, frame, now);
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
        acknowledge(medium, mote, received);
    mote_wake(mote, now);
}

/* Whether another transmission that the listener hears, or one of its own, overlaps. */
static bool is_disturbed(const struct medium *medium, const struct transmission *received, const struct mote *listener)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        const struct transmission *other = &medium->transmissions[i];
        if (other == received || other->phase == PHASE_FREE)
            continue;
        const bool is_own = other->sender == listener->index;
        const uint64_t begin = is_own ? other->turned : other->start;
        if ((is_own || is_audible(medium, other->sender, listener->index)) && begin < received->stop &&
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

/* Whether it listens since the first bit. */
static bool hears(const struct mote *listener, const struct transmission *heard)
{
    return listener->is_on && listener->radio == MAILBOX_RADIO_LISTENS && listener->radio_on_since <= heard->start;
}

/* The radios of listeners have read the address: those with a duty cycle say that it is another's. */
static void tell_address(struct medium *medium, struct transmission *heard, uint64_t now)
{
    heard->has_address_told = true;
    for (unsigned i = 0; i < medium->count; i++) {
        struct mote *listener = &medium->motes[i];
        if (i == heard->sender || !listener->has_duty_cycle || !is_audible(medium, heard->sender, i) ||
            !hears(listener, heard) || is_disturbed(medium, heard, listener) || heard->is_acknowledgement ||
            frame_is_for(&heard->frame, listener->address, listener->pan))
            continue;
        listener->has_others = true;
        mote_wake(listener, now);
    }
}

static void arrive(struct medium *medium, struct mote *listener, const struct transmission *received, uint64_t now)
{
    const bool is_lost = generator_fraction(&medium->random) < medium->loss;
    if (!hears(listener, received))
        return;
    if (is_disturbed(medium, received, listener)) {
        listener->counts.collided++;
        return;
    }
    count_heard(listener, received);
    if (is_lost)
        listener->counts.lost++;
    else
        take(medium, listener, received, now);
}

static void stop(struct medium *medium, struct transmission *sent, uint64_t now)
{
    struct mote *sender = &medium->motes[sent->sender];
    count_sent(medium, sent);
    const bool waits = !sent->is_acknowledgement && frame_wants_acknowledgement(&sent->frame);
    sent->phase = waits ? PHASE_WAITING : PHASE_PAST;
    sent->waits_until = now + (sent->is_repeated ? ACKNOWLEDGEMENT_BEGINS : ACKNOWLEDGEMENT_WAIT);
    for (unsigned i = 0; i < medium->count; i++)
        if (i != sent->sender && is_audible(medium, sent->sender, i))
            arrive(medium, &medium->motes[i], sent, now);
    if (!waits && !sent->is_acknowledgement) {
        mailbox_finish(sender, MAILBOX_SENT);
        mote_wake(sender, now);
    }
}

static void miss_acknowledgement(struct medium *medium, struct transmission *sent, uint64_t now)
{
    struct mote *sender = &medium->motes[sent->sender];
    if (now < sent->stop + ACKNOWLEDGEMENT_WAIT && is_carrier_sensed(medium, sender, now)) {
        sent->waits_until = sent->stop + ACKNOWLEDGEMENT_WAIT;
        return;
    }
    sent->phase = PHASE_PAST;
    sender->counts.unacknowledged++;
    mailbox_finish(sender, MAILBOX_NO_ACKNOWLEDGEMENT);
    mote_wake(sender, now);
}

static uint64_t next_of(const struct transmission *one)
{
    switch (one->phase) {
    case PHASE_TURNING:
        return one->start;
    case PHASE_ON_AIR:
        return one->is_repeated && !one->has_address_told ? one->start + ADDRESS_READ : one->stop;
    case PHASE_WAITING:
        return one->waits_until;
    default:
        return NEVER;
    }
}

static struct transmission *earliest(struct medium *medium)
{
    struct transmission *found = &medium->transmissions[0];
    for (unsigned i = 1; i < TRANSMISSIONS_MAX; i++)
        if (next_of(&medium->transmissions[i]) < next_of(found))
            found = &medium->transmissions[i];
    return found;
}

uint64_t medium_next(struct medium *medium)
{
    return next_of(earliest(medium));
}

static void forget(struct medium *medium, uint64_t now)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        struct transmission *past = &medium->transmissions[i];
        if (past->phase == PHASE_PAST && past->stop + KEPT < now)
            past->phase = PHASE_FREE;
    }
}

void medium_advance(struct medium *medium, uint64_t now)
{
    for (struct transmission *next = earliest(medium); next_of(next) <= now; next = earliest(medium)) {
        if (next->phase == PHASE_TURNING) {
            next->phase = PHASE_ON_AIR;
            if (medium->capture != NULL)
                capture_write(medium->capture, &next->frame, next->start);
        } else if (next->phase == PHASE_ON_AIR && next->is_repeated && !next->has_address_told) {
            tell_address(medium, next, now);
        } else if (next->phase == PHASE_ON_AIR) {
            stop(medium, next, now);
        } else {
            miss_acknowledgement(medium, next, now);
        }
    }
    forget(medium, now);
}

void medium_drop(struct medium *medium, const struct mote *mote, uint64_t now)
{
    for (unsigned i = 0; i < TRANSMISSIONS_MAX; i++) {
        struct transmission *dropped = &medium->transmissions[i];
        if (dropped->sender != mote->index || dropped->phase == PHASE_FREE || dropped->phase == PHASE_PAST)
            continue;
        dropped->phase = PHASE_PAST; /* nobody gets it; what was sent of it disturbs */
        dropped->stop = dropped->stop < now ? dropped->stop : now;
    }
}
