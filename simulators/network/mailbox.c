#include "mailbox.h"

#include <string.h>

#include "failure.h"

static uint32_t written_number(const struct dialogue *dialogue, unsigned bytes)
{
    uint32_t number = 0;
    for (unsigned i = bytes; i-- > 0;)
        number = number << 8 | dialogue->octets[i];
    return number;
}

/* Places an outgoing number where reads take it from. */
static void put_number(struct dialogue *dialogue, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        dialogue->octets[i] = (uint8_t)(number >> 8 * i);
}

static uint32_t ticks(const struct mote *mote)
{
    return (uint32_t)((unsigned __int128)(mote_time(mote) - mote->boot) * TICKS_PER_SECOND / SECOND);
}

/* The first time at which the mote's clock is so many ticks further. */
static uint64_t time_of_tick(const struct mote *mote, uint32_t further)
{
    uint64_t now = (uint64_t)((unsigned __int128)(mote_time(mote) - mote->boot) * TICKS_PER_SECOND / SECOND);
    return mote->boot +
           (uint64_t)(((unsigned __int128)(now + further) * SECOND + TICKS_PER_SECOND - 1) / TICKS_PER_SECOND);
}

static void transmit(struct mote *mote)
{
    if (mote->loaded.bytes == 0)
        fail(STATUS_CRASHED, "the firmware transmits, and no frame is in the radio");
    mote->events->transmit(mote, &mote->loaded);
}

void mailbox_select(struct mote *mote, uint8_t channel)
{
    struct dialogue *dialogue = &mote->dialogue;
    if (channel == MAILBOX_END)
        fail(STATUS_EXIT_CODE, "the firmware cannot go on: %s", mote->reason[0] ? mote->reason : "it gives no reason");
    if (channel >= MAILBOX_CHANNELS)
        fail(STATUS_CRASHED, "the firmware selects channel %u, which the mailbox does not have", channel);
    dialogue->channel = channel;
    dialogue->position = 0;
    if (channel == MAILBOX_TIME)
        put_number(dialogue, ticks(mote));
    if (channel == MAILBOX_TRANSMIT)
        transmit(mote);
    if (channel == MAILBOX_FRAME && mote->received.count == 0)
        fail(STATUS_CRASHED, "the firmware reads a frame, and none has come");
}

/* The octet of the store at the address written, and as much further as the position is beyond `begin`. */
static uint8_t *stored(struct mote *mote, unsigned begin)
{
    struct dialogue *dialogue = &mote->dialogue;
    uint32_t at = written_number(dialogue, 2) + (dialogue->position - begin);
    if (at >= MAILBOX_STORE_BYTES)
        fail(STATUS_CRASHED, "the firmware uses octet %u of its store, which has %u", at, MAILBOX_STORE_BYTES);
    return &mote->store[at];
}

/* A frame is whole with its last octet: it goes to the radio, and waits for its outcome, or for being transmitted. */
static void write_frame(struct mote *mote)
{
    struct dialogue *dialogue = &mote->dialogue;
    unsigned bytes = dialogue->octets[0];
    if (bytes + FCS_BYTES < FRAME_MIN || bytes + FCS_BYTES > FRAME_MAX)
        fail(STATUS_CRASHED, "the firmware sends a frame of %u octets; a frame has %u to %u", bytes,
             FRAME_MIN - FCS_BYTES, FRAME_MAX - FCS_BYTES);
    if (dialogue->position == 1 + bytes) {
        struct radio_frame frame = frame_of(dialogue->octets + 1, (uint8_t)bytes);
        if (dialogue->channel == MAILBOX_LOAD)
            mote->loaded = frame;
        else
            mote->events->send(mote, &frame);
    }
}

static void sleep_on(struct mote *mote)
{
    uint32_t further = written_number(&mote->dialogue, 4);
    mote_sleep(mote, further == UINT32_MAX ? NEVER : time_of_tick(mote, further));
}

static void set_address(struct mote *mote)
{
    mote->address = (uint16_t)written_number(&mote->dialogue, 2);
    mote->pan = (uint16_t)(written_number(&mote->dialogue, 4) >> 16);
    mote->has_address = true;
}

static void set_radio(struct mote *mote)
{
    const uint8_t state = mote->dialogue.octets[0];
    if (state >= RADIO_STATES)
        fail(STATUS_CRASHED, "the firmware sets the radio to state %u, which it does not have", state);
    mote->events->radio(mote, state);
}

static void keep_reason(struct mote *mote, uint8_t octet)
{
    size_t length = strlen(mote->reason);
    if (length < REASON_MAX)
        mote->reason[length] = octet >= ' ' && octet <= '~' ? (char)octet : '?';
}

/* Acts once the channel has all octets that it takes. */
static void act(struct mote *mote)
{
    struct dialogue *dialogue = &mote->dialogue;
    const unsigned count = dialogue->position;
    if (dialogue->channel == MAILBOX_SEND || dialogue->channel == MAILBOX_LOAD)
        write_frame(mote);
    else if (dialogue->channel == MAILBOX_RADIO)
        set_radio(mote);
    else if (dialogue->channel == MAILBOX_ADDRESS && count == 4)
        set_address(mote);
    else if (dialogue->channel == MAILBOX_SLEEP && count == 4)
        sleep_on(mote);
    else if (dialogue->channel == MAILBOX_REPORT && count == 3)
        mote->events->report(mote, dialogue->octets[0], (uint16_t)(written_number(dialogue, 3) >> 8));
}

void mailbox_write(struct mote *mote, uint8_t octet)
{
    struct dialogue *dialogue = &mote->dialogue;
    if (dialogue->channel == MAILBOX_REASON) {
        keep_reason(mote, octet);
        return;
    }
    if (dialogue->channel == MAILBOX_STORE_WRITE && dialogue->position >= 2) {
        *stored(mote, 2) = octet;
        dialogue->position++;
        return;
    }
    static const uint8_t takes[MAILBOX_CHANNELS] = {
        [MAILBOX_ADDRESS] = 4,     [MAILBOX_SEND] = FRAME_MAX - FCS_BYTES + 1,
        [MAILBOX_SLEEP] = 4,       [MAILBOX_STORE_READ] = 2,
        [MAILBOX_STORE_WRITE] = 2, [MAILBOX_REPORT] = 3,
        [MAILBOX_RADIO] = 1,       [MAILBOX_LOAD] = FRAME_MAX - FCS_BYTES + 1,
    };
    if (dialogue->position >= takes[dialogue->channel])
        fail(STATUS_CRASHED, "the firmware writes octet %u of channel %u, which takes %u", dialogue->position + 1u,
             dialogue->channel, takes[dialogue->channel]);
    dialogue->octets[dialogue->position++] = octet;
    act(mote);
}

/* The last octet of the oldest frame frees its place. */
static uint8_t read_frame(struct mote *mote, unsigned position)
{
    struct frames *received = &mote->received;
    if (received->count == 0)
        fail(STATUS_CRASHED, "the firmware reads past the end of a frame");
    const struct radio_frame *oldest = &received->frame[0];
    const unsigned bytes = oldest->bytes - FCS_BYTES;
    const uint8_t octet = position == 0 ? (uint8_t)bytes : oldest->octets[position - 1];
    if (position == bytes) {
        received->count--;
        memmove(received->frame, received->frame + 1, received->count * sizeof received->frame[0]);
        mote->dialogue.channel = MAILBOX_STATUS;
    }
    return octet;
}

static uint8_t read_outcome(struct mote *mote)
{
    if (!mote->has_outcome)
        fail(STATUS_CRASHED, "the firmware reads an outcome, and there is none");
    mote->has_outcome = false;
    return mote->outcome;
}

static uint8_t read_status(struct mote *mote)
{
    unsigned status = mote->received.count != 0 ? MAILBOX_HAS_FRAME : 0;
    status |= mote->has_outcome ? MAILBOX_HAS_OUTCOME : 0;
    status |= mote->has_others ? MAILBOX_HAS_OTHERS : 0;
    status |= mote->events->is_sending(mote) ? MAILBOX_IS_SENDING : 0;
    mote->has_others = false;
    return (uint8_t)status;
}

uint8_t mailbox_read(struct mote *mote)
{
    struct dialogue *dialogue = &mote->dialogue;
    const unsigned position = dialogue->position++;
    switch (dialogue->channel) {
    case MAILBOX_STATUS:
        return read_status(mote);
    case MAILBOX_CARRIER:
        return (uint8_t)mote->events->carrier(mote);
    case MAILBOX_OUTCOME:
        return read_outcome(mote);
    case MAILBOX_FRAME:
        return read_frame(mote, position);
    case MAILBOX_RANDOM:
        return (uint8_t)generator_next(&mote->random);
    case MAILBOX_STORE_READ:
        return *stored(mote, 3);
    case MAILBOX_TIME:
        if (position < 4)
            return dialogue->octets[position];
        break;
    case MAILBOX_SETTINGS:
        if (position < mote->settings_bytes)
            return mote->settings[position];
        break;
    default:
        break;
    }
    fail(STATUS_CRASHED, "the firmware reads octet %u of channel %u, which has none there", position + 1,
         dialogue->channel);
}

void mailbox_reset(struct mote *mote)
{
    mote->dialogue = (struct dialogue){.channel = MAILBOX_STATUS};
    mote->received.count = mote->loaded.bytes = 0;
    mote->has_address = mote->has_outcome = mote->has_others = mote->has_duty_cycle = false;
    mote->reason[0] = '\0';
}

bool mailbox_deliver(struct mote *mote, const struct radio_frame *frame)
{
    struct frames *received = &mote->received;
    size_t used = 0;
    for (size_t i = 0; i < received->count; i++)
        used += 1u + received->frame[i].bytes;
    if (used + 1u + frame->bytes > RX_FIFO_BYTES)
        return false;
    received->frame[received->count++] = *frame;
    return true;
}

void mailbox_finish(struct mote *mote, enum mailbox_outcome outcome)
{
    mote->outcome = (uint8_t)outcome;
    mote->has_outcome = true;
}
