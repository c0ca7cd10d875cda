/* Receiver-initiated media access: RI-MAC (Sun, Gurewitz, Johnson, SenSys 2008). A mote wakes at intervals drawn
 * between half a cycle and one and a half, and sends a beacon, an empty frame to all, if the carrier is free; it sleeps
 * again if nobody answers. A sender listens until its target's beacon comes, and sends at once; to all, after every
 * beacon, until all neighbours have sent one. Its model is lab/motelab/network/simulation/mac/beacon.py.
 *
 * If answers collide, another beacon says within how many slots senders draw theirs, and look at the carrier before.
 * Unlike the paper the radio acknowledges by itself, and not by another beacon. */
#include "access.h"

#if MC_NETWORK_ACCESS == MC_ACCESS_BEACON
#include "access_radio.h"

/* Ticks of 30.5 us. */
enum {
    DWELL = 24, /* after a beacon until the start of an answer: the processor, 192 us, 160 us */
    SLOTS = 8,
    SLOT = 11, /* 320 us */
    LOOK_AGAIN = 4,
    LONGEST = 260, /* of slots, a frame and the dwell */
};

enum { NOTHING = 0, FRAME, COLLISION };

static uint8_t beacon[MC_NETWORK_MAC_HEADER_BYTES + 1]; /* the last octet, of slots, is left out where they are 0 */
static uint8_t is_listening;                            /* for a beacon of the frame's target */
static uint32_t deadline;

static void draw_wake(void)
{
    uint32_t drawn;
    mailbox_random((uint8_t *)&drawn, sizeof drawn);
    wake_at = mailbox_time() + CYCLE / 2 + drawn % CYCLE;
}

/* A frame has come: whether it is for the engine, and no beacon. */
static uint8_t take(void)
{
    frame_bytes = (uint8_t)mailbox_frame(buffer);
    if (frame_bytes <= sizeof beacon)
        return 0;
    await_acknowledgement_sent();
    return 1;
}

static void send_beacon(uint8_t slots)
{
    beacon[MC_NETWORK_MAC_HEADER_BYTES] = slots;
    mailbox_load(beacon, slots ? sizeof beacon : MC_NETWORK_MAC_HEADER_BYTES);
    transmit();
}

/* What comes after a beacon with so many slots: FRAME is one for the engine. */
static uint8_t dwell(uint8_t slots)
{
    const uint32_t begun = mailbox_time(), most = DWELL + slots * SLOT;
    uint8_t found = NOTHING;
    for (uint32_t heard = begun;;) {
        const uint8_t status = mailbox_status();
        const uint32_t now = mailbox_time();
        if (status & MAILBOX_HAS_FRAME)
            return take() ? FRAME : NOTHING;
        if (mailbox_carrier() == MAILBOX_BUSY) {
            heard = now;
            found = COLLISION; /* unless it ends as a frame */
        }
        if (status & MAILBOX_HAS_OTHERS)
            return NOTHING;
        if (now - heard > (found ? DWELL : most) || now - begun > LONGEST)
            return found;
        mailbox_sleep(LOOK_AGAIN);
    }
}

/* A wake: whether a frame has come for the engine. */
static uint8_t invite(void)
{
    start_radio();
    if (is_carrier_there())
        return 0;
    send_beacon(0);
    uint8_t found = dwell(0);
    for (uint8_t more = 2; found == COLLISION && more > 0; more--) {
        send_beacon(SLOTS);
        found = dwell(SLOTS);
    }
    return found == FRAME;
}

static void listen_for_target(void)
{
    start_radio();
    mailbox_load(waiting, waiting_bytes);
    mailbox_radio(MAILBOX_RADIO_LISTENS);
    deadline = mailbox_time() + CYCLE + CYCLE / 2 + LONGEST;
    is_listening = 1;
}

/* The beacon of a neighbour: it is answered if the frame that waits is for it. Whether that has ended it. */
static uint8_t answer(void)
{
    const uint8_t *source = buffer + MC_NETWORK_DESTINATION_AT + 2, *target = waiting + MC_NETWORK_DESTINATION_AT;
    const uint8_t is_broadcast = is_to_all(waiting);
    if (!is_broadcast && (source[0] != target[0] || source[1] != target[1]))
        return 0;
    if (frame_bytes == sizeof beacon) {
        uint8_t drawn;
        mailbox_random(&drawn, 1);
        rest(drawn % SLOTS * SLOT);
        if (mailbox_carrier() == MAILBOX_BUSY)
            return 0;
    }
    outcome = transmit();
    return !is_broadcast;
}

/* Until the frame has gone, or one has come. */
static uint8_t wait(void)
{
    for (;;) {
        const uint8_t status = mailbox_status();
        const uint32_t now = mailbox_time(), left = mc_network_until(deadline, now);
        const uint32_t until_wake = mc_network_until(wake_at, now);
        if (status & MAILBOX_HAS_FRAME) {
            if (take())
                return MAILBOX_HAS_FRAME;
            if (answer())
                return MAILBOX_HAS_OUTCOME;
        } else if (left == 0) {
            outcome = is_to_all(waiting) ? MC_NETWORK_SENT : MC_NETWORK_NO_ACKNOWLEDGEMENT;
            return MAILBOX_HAS_OUTCOME;
        } else if (until_wake == 0) {
            if (mailbox_carrier() == MAILBOX_CLEAR)
                send_beacon(0);
            draw_wake();
            mailbox_load(waiting, waiting_bytes);
        } else {
            mailbox_sleep(left < until_wake ? left : until_wake);
        }
    }
}

void access_begin(uint16_t id, uint16_t pan, uint8_t *frame)
{
    mc_frame_write(beacon, &(mc_frame){.pan = pan, .destination = MC_NETWORK_BROADCAST, .source = id});
    buffer = frame;
    mailbox_radio(MAILBOX_RADIO_OFF);
    draw_wake();
}

uint8_t access_serve(void)
{
    uint8_t found = 0;
    if (access_due() != 0)
        return 0;
    if (waiting != NULL) {
        if (!is_listening)
            listen_for_target();
        if ((found = wait()) == MAILBOX_HAS_FRAME)
            return found;
        waiting = NULL;
        is_listening = 0;
    } else {
        draw_wake();
        found = invite() ? MAILBOX_HAS_FRAME : 0;
    }
    mailbox_radio(MAILBOX_RADIO_OFF);
    return found;
}

#endif
