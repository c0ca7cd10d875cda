/* Low-power listening by preamble sampling as a packet radio does it: ContikiMAC (Dunkels, SICS T2011:13, 2011) without
 * its phase lock. The radio wakes in each cycle, and looks at the carrier twice. A sender repeats its frame until it is
 * acknowledged, or to all for a whole cycle. Its model is lab/motelab/network/simulation/mac/lpl.py.
 *
 * Times, of the CC2420: a copy begins 540 to 700 us after the last one: for 352 us an acknowledgement may begin (192 us
 * of turnaround, 160 us until its start is seen), the radio takes 192 us to turn to sending, and the processor the rest.
 * Two looks of 128 us with PAUSE and 192 us of settling between them span 840 us, so they do not lie in one gap; and the
 * shortest frame, BUSY with 672 us, does not lie between them. */
#include "access.h"

#if MC_NETWORK_WAKE_INTERVAL_MS

#include "network/frame.h"

/* Ticks of 30.5 us. */
enum {
    START = 49,    /* from off to idle: 1.46 ms */
    PAUSE = 13,    /* between the two looks */
    GAP = 11,      /* after a copy to all, the time in which an acknowledgement would begin */
    LOOK_AGAIN = 4,
    SILENCE = 26,  /* longer than a gap: the train is over */
    LONGEST = 310, /* two of the longest copies, and the gap */
};
#define CYCLE mc_network_ticks(MC_NETWORK_WAKE_INTERVAL_MS)

static const uint8_t *waiting; /* the engine's frame, or null */
static uint8_t waiting_bytes, outcome;
static uint32_t wake_at;

static void rest(uint32_t ticks)
{
    const uint32_t until = mailbox_time() + ticks;
    for (uint32_t left; (left = mc_network_until(until, mailbox_time())) != 0;)
        mailbox_sleep(left);
}

static uint8_t is_carrier_there(void)
{
    uint8_t found;
    mailbox_radio(MAILBOX_RADIO_LISTENS);
    while ((found = mailbox_carrier()) == MAILBOX_NOT_YET)
        ;
    return found;
}

/* From off; then the radio listens. Whether somebody sends. */
static uint8_t sample(void)
{
    if (is_carrier_there())
        return 1;
    mailbox_radio(MAILBOX_RADIO_IDLE);
    rest(PAUSE);
    return is_carrier_there();
}

static void start(void)
{
    mailbox_radio(MAILBOX_RADIO_IDLE);
    rest(START);
}

static uint8_t transmit(uint8_t is_broadcast)
{
    mailbox_transmit();
    while (!(mailbox_status() & MAILBOX_HAS_OUTCOME))
        mailbox_sleep(MC_NETWORK_NEVER);
    const uint8_t came = mailbox_outcome();
    if (is_broadcast)
        rest(GAP);
    return came;
}

/* The frame that waits, as often as it takes; its outcome. Whoever wakes once in a cycle hears a whole copy, if the last
 * one begins a cycle after the first. */
static uint8_t send_train(void)
{
    const uint8_t *address = waiting + MC_NETWORK_DESTINATION_AT;
    const uint8_t is_broadcast = (address[0] & address[1]) == 0xff;
    uint8_t came;
    uint32_t begun;
    start();
    mailbox_load(waiting, waiting_bytes);
    if (sample())
        return MC_NETWORK_CHANNEL_BUSY;
    const uint32_t first = mailbox_time();
    do {
        begun = mailbox_time();
        came = transmit(is_broadcast);
    } while ((is_broadcast || came == MC_NETWORK_NO_ACKNOWLEDGEMENT) && begun - first < CYCLE);
    return came;
}

/* Somebody sends: until a frame has come for this mote, and is acknowledged; until one is seen to be for another, or the
 * train is over. Whether one has come. */
static uint8_t listen(void)
{
    const uint32_t begun = mailbox_time();
    for (uint32_t heard = begun;;) {
        const uint8_t status = mailbox_status();
        const uint32_t now = mailbox_time();
        if (status & MAILBOX_HAS_FRAME) {
            while (mailbox_status() & MAILBOX_IS_SENDING)
                ;
            return 1;
        }
        if (mailbox_carrier() == MAILBOX_BUSY)
            heard = now;
        if (status & MAILBOX_HAS_OTHERS || now - heard > SILENCE || now - begun > LONGEST)
            return 0;
        mailbox_sleep(LOOK_AGAIN);
    }
}

void access_begin(void)
{
    mailbox_radio(MAILBOX_RADIO_OFF);
    mailbox_random((uint8_t *)&wake_at, sizeof wake_at);
    wake_at = mailbox_time() + wake_at % CYCLE;
}

void access_send(const uint8_t *frame, size_t bytes)
{
    waiting = frame;
    waiting_bytes = (uint8_t)bytes;
}

uint8_t access_serve(void)
{
    uint8_t found = 0;
    if (waiting != NULL) {
        outcome = send_train();
        waiting = NULL;
        found = MAILBOX_HAS_OUTCOME;
    } else if (mc_network_until(wake_at, mailbox_time()) == 0) {
        start();
        if (sample() && listen()) {
            mailbox_radio(MAILBOX_RADIO_IDLE); /* its memory holds the frame */
            found = MAILBOX_HAS_FRAME;
        }
    }
    while (mc_network_until(wake_at, mailbox_time()) == 0)
        wake_at += CYCLE;
    if (found != MAILBOX_HAS_FRAME)
        mailbox_radio(MAILBOX_RADIO_OFF);
    return found;
}

uint8_t access_outcome(void)
{
    return outcome;
}

size_t access_frame(uint8_t frame[MAILBOX_FRAME_BYTES])
{
    const size_t bytes = mailbox_frame(frame);
    mailbox_radio(MAILBOX_RADIO_OFF);
    return bytes;
}

uint32_t access_due(void)
{
    return waiting != NULL ? 0 : mc_network_until(wake_at, mailbox_time());
}

#endif
