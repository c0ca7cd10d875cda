/* Low-power listening by preamble sampling as a packet radio does it: ContikiMAC (Dunkels, SICS T2011:13, 2011) without
 * its phase lock. The radio wakes in each cycle, and looks at the carrier twice. A sender repeats its frame until it is
 * acknowledged, or to all for a whole cycle. Its model is lab/motelab/network/simulation/mac/lpl.py.
 *
 * Times, of the CC2420: a copy begins 540 to 700 us after the last one: for 352 us an acknowledgement may begin (192 us
 * of turnaround, 160 us until its start is seen), the radio takes 192 us to turn to sending, and the processor the
 * rest. Two looks of 128 us with PAUSE and 192 us of settling between them span 840 us, so they do not lie in one gap;
 * and the shortest frame, BUSY with 672 us, does not lie between them. */
#include "access.h"

#if MC_NETWORK_ACCESS == MC_ACCESS_LPL
#include "access_radio.h"

/* Ticks of 30.5 us. */
enum {
    PAUSE = 13, /* between the two looks */
    GAP = 11,   /* after a copy to all, the time in which an acknowledgement would begin */
    LOOK_AGAIN = 4,
    SILENCE = 26,  /* longer than a gap: the train is over */
    LONGEST = 310, /* two of the longest copies, and the gap */
};

/* From off; then the radio listens. Whether somebody sends. */
static uint8_t sample(void)
{
    if (is_carrier_there())
        return 1;
    mailbox_radio(MAILBOX_RADIO_IDLE);
    rest(PAUSE);
    return is_carrier_there();
}

/* The frame that waits, as often as it takes; its outcome. Whoever wakes once in a cycle hears a whole copy, if the
 * last one begins a cycle after the first. */
static uint8_t send_train(void)
{
    const uint8_t is_broadcast = is_to_all(waiting);
    uint8_t came;
    uint32_t begun;
    start_radio();
    mailbox_load(waiting, waiting_bytes);
    if (sample())
        return MC_NETWORK_CHANNEL_BUSY;
    const uint32_t first = mailbox_time();
    do {
        begun = mailbox_time();
        came = transmit();
        if (is_broadcast)
            rest(GAP);
    } while ((is_broadcast || came == MC_NETWORK_NO_ACKNOWLEDGEMENT) && begun - first < CYCLE);
    return came;
}

/* Somebody sends: until a frame has come for this mote, and is acknowledged; until one is seen to be for another, or
 * the train is over. Whether one has come. */
static uint8_t listen(void)
{
    const uint32_t begun = mailbox_time();
    for (uint32_t heard = begun;;) {
        const uint8_t status = mailbox_status();
        const uint32_t now = mailbox_time();
        if (status & MAILBOX_HAS_FRAME) {
            await_acknowledgement_sent();
            return 1;
        }
        if (mailbox_carrier() == MAILBOX_BUSY)
            heard = now;
        if (status & MAILBOX_HAS_OTHERS || now - heard > SILENCE || now - begun > LONGEST)
            return 0;
        mailbox_sleep(LOOK_AGAIN);
    }
}

void access_begin(uint16_t id, uint16_t pan, uint8_t *frame)
{
    (void)id, (void)pan;
    buffer = frame;
    mailbox_radio(MAILBOX_RADIO_OFF);
    mailbox_random((uint8_t *)&wake_at, sizeof wake_at);
    wake_at = mailbox_time() + wake_at % CYCLE;
}

uint8_t access_serve(void)
{
    uint8_t found = 0;
    if (access_due() != 0)
        return 0;
    if (waiting != NULL) {
        outcome = send_train();
        waiting = NULL;
        found = MAILBOX_HAS_OUTCOME;
    } else {
        start_radio();
        if (sample() && listen()) {
            frame_bytes = (uint8_t)mailbox_frame(buffer);
            found = MAILBOX_HAS_FRAME;
        }
    }
    while (mc_network_until(wake_at, mailbox_time()) == 0)
        wake_at += CYCLE;
    mailbox_radio(MAILBOX_RADIO_OFF);
    return found;
}

#endif
