/* What comes from the air, to two nodes of a network; the curve does not matter. Bit 0 of the flags chooses LEAP in
 * place of one key for all; bits 4 to 7 say how many frames pass undisturbed first. Then steps, each with an octet:
 * bits 0 and 1 are what comes, bit 2 for which node:
 *
 *   0   the other node's last frame
 *   1   a frame of the input: its length, its octets
 *   2   the other node's last frame, changed: place, value
 *   3   nothing, for 2^n ticks: n; with bit 7 of n the node sends data before
 *
 * Nothing but what was sent is received, and no more often. With one key for all, the nodes agree on a session in the
 * end, whatever came. */
#include <string.h>

#include "fuzz.h"
#include "motecurve/network/node.h"
#include "network/scheme.h"

enum { NODES = 2, STORE_BYTES = 256, FRAME_BYTES = 125, POLLS_MAX = 100000 };
#define END_S 4000 /* after the longest interval of HELLOs */

static struct mote {
    mc_network_node node;
    mc_network_platform platform;
    uint8_t store[STORE_BYTES], frame[FRAME_BYTES];
    size_t bytes;         /* of the last frame */
    uint8_t is_sending;   /* its outcome is to be told */
    unsigned sent, heard; /* data */
    uint32_t draws;
} motes[NODES];

static const uint8_t data[] = "21.5 degrees";
static const mc_curve *chosen;
static uint32_t now;

static void send_frame(void *context, const uint8_t *octets, size_t bytes)
{
    struct mote *mote = context;
    fuzz_require(bytes <= FRAME_BYTES, "a frame is too long", chosen);
    memcpy(mote->frame, octets, bytes);
    mote->bytes = bytes;
    mote->is_sending = 1;
}

static uint32_t time_now(void *context)
{
    (void)context;
    return now;
}

static int draw(void *context, uint8_t *out, size_t bytes)
{
    struct mote *mote = context;
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)((++mote->draws * 2654435761u) >> 24);
    return 0;
}

static mc_status read_store(void *context, uint16_t at, uint8_t *out, size_t bytes)
{
    at %= STORE_BYTES; /* the last octets of 64 KiB are the last of these */
    fuzz_require(at + bytes <= STORE_BYTES, "the store ends before", chosen);
    memcpy(out, ((struct mote *)context)->store + at, bytes);
    return MC_OK;
}

static mc_status write_store(void *context, uint16_t at, const uint8_t *octets, size_t bytes)
{
    at %= STORE_BYTES; /* the last octets of 64 KiB are the last of these */
    fuzz_require(at + bytes <= STORE_BYTES, "the store ends before", chosen);
    memcpy(((struct mote *)context)->store + at, octets, bytes);
    return MC_OK;
}

static void receive_data(void *context, uint16_t peer, const uint8_t *octets, size_t bytes)
{
    struct mote *mote = context, *other = &motes[mote == motes];
    (void)peer;
    fuzz_require(bytes == sizeof data && !memcmp(octets, data, bytes), "data that nobody sent", chosen);
    fuzz_require(++mote->heard <= other->sent, "data that came twice", chosen);
}

static void begin(uint8_t i, const mc_network_scheme *scheme)
{
    static const uint8_t head[] = {'M', 'N', 1, 0, 0, 0, 'M', 'N'};
    struct mote *mote = &motes[i];
    memset(mote, 0, sizeof *mote);
    memcpy(mote->store, head, sizeof head);
    mote->store[3] = scheme->number;
    mote->store[5] = (uint8_t)(i + 1);
    memset(mote->store + sizeof head, 0x5a, 16); /* the key; of LEAP t, state, and a part of its key */
    mote->draws = 1000u * i;
    if (scheme == &mc_network_leap) {
        mote->store[9] = 60;
        mote->store[8] = 0;
        mote->store[10] = 1;
    }
    mote->platform = (mc_network_platform){.context = mote,
                                           .send = send_frame,
                                           .now = time_now,
                                           .random = draw,
                                           .store_read = read_store,
                                           .store_write = write_store,
                                           .received = receive_data};
    fuzz_require(mc_network_begin(&mote->node, scheme, &mote->platform, NULL, 0) == MC_OK, "a node begins", chosen);
}

/* Both nodes do what is due; returns the ticks until something is. */
static uint32_t poll_all(void)
{
    uint32_t least = MC_NETWORK_NEVER;
    for (unsigned i = 0; i < NODES; i++) {
        uint32_t ticks = mc_network_poll(&motes[i].node);
        least = ticks < least ? ticks : least;
    }
    return least;
}

/* The outcome of the frame that a node has sent, which its peer may have got. */
static void end_sending(struct mote *mote, int is_delivered)
{
    struct mote *other = &motes[mote == motes];
    if (!mote->is_sending)
        return;
    mote->is_sending = 0;
    if (is_delivered)
        mc_network_receive(&other->node, mote->frame, mote->bytes);
    mc_network_sent(&mote->node, MC_NETWORK_SENT);
}

/* Frames pass, and time, as they should, until so many frames are sent or the time has come. */
static void pass(unsigned frames, uint32_t end)
{
    for (unsigned polls = 0; frames && (int32_t)(end - now) > 0 && polls < POLLS_MAX; polls++) {
        const uint32_t ticks = poll_all();
        unsigned sent = 0;
        for (unsigned i = 0; i < NODES; i++) {
            sent += motes[i].is_sending;
            end_sending(&motes[i], 1);
        }
        frames -= sent < frames ? sent : frames;
        if (!sent)
            now += ticks < end - now ? ticks : end - now;
    }
}

static void step(fuzz_input *input, uint8_t what)
{
    struct mote *mote = &motes[what >> 2 & 1], *other = &motes[mote == motes];
    const uint8_t *octets, *first = fuzz_take(input, 1);
    uint8_t changed[FRAME_BYTES];
    if ((what & 3) == 0) {
        mc_network_receive(&mote->node, other->frame, other->bytes);
    } else if ((what & 3) == 1 && first && (octets = fuzz_take(input, *first))) {
        mc_network_receive(&mote->node, fuzz_copy(octets, *first), *first);
    } else if ((what & 3) == 2 && first && (octets = fuzz_take(input, 1)) && *first < other->bytes) {
        memcpy(changed, other->frame, other->bytes);
        changed[*first] ^= *octets;
        mc_network_receive(&mote->node, changed, other->bytes);
    } else if ((what & 3) == 3 && first) {
        if (*first & 0x80 && mc_network_send(&mote->node, (uint16_t)(1 + (other - motes)), data, sizeof data) == MC_OK)
            mote->sent++;
        now += (uint32_t)1 << (*first & 0x0f);
    }
    poll_all();
    end_sending(&motes[0], 0);
    end_sending(&motes[1], 0);
}

void fuzz_one(fuzz_input *input)
{
    const mc_network_scheme *scheme = input->flags & 1 ? &mc_network_leap : &mc_network_global;
    const uint8_t *what;
    chosen = input->curve;
    now = 0;
    for (uint8_t i = 0; i < NODES; i++)
        begin(i, scheme);
    pass(input->flags >> 4, END_S * (uint32_t)MC_NETWORK_TICKS);
    while ((what = fuzz_take(input, 1)))
        step(input, *what);
    if (scheme == &mc_network_global) {
        pass(UINT32_MAX, now + END_S * (uint32_t)MC_NETWORK_TICKS);
        fuzz_require(mc_network_is_keyed(&motes[0].node, 2) && mc_network_is_keyed(&motes[1].node, 1),
                     "the nodes agree in the end", chosen);
    }
    for (unsigned i = 0; i < NODES; i++)
        mc_network_end(&motes[i].node);
}
