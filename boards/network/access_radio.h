/* A radio that sleeps: what each media access does with it and keeps, and the functions of access.h that all of them
 * have. For the one that the image has. */
#ifndef MC_NETWORK_ACCESS_RADIO_H
#define MC_NETWORK_ACCESS_RADIO_H

#include "access.h"
#include "network/frame.h"

#define CYCLE mc_network_ticks(MC_NETWORK_WAKE_INTERVAL_MS)

static const uint8_t *waiting; /* the engine's frame, or null */
static uint8_t waiting_bytes, outcome, frame_bytes;
static uint8_t *buffer; /* of a frame that has come */
static uint32_t wake_at;

enum { RADIO_START_TICKS = 49 }; /* from off to idle: 1.46 ms */

static inline void rest(uint32_t ticks)
{
    const uint32_t until = mailbox_time() + ticks;
    for (uint32_t left; (left = mc_network_until(until, mailbox_time())) != 0;)
        mailbox_sleep(left);
}

static inline void start_radio(void)
{
    mailbox_radio(MAILBOX_RADIO_IDLE);
    rest(RADIO_START_TICKS);
}

/* Then the radio listens. */
static inline uint8_t is_carrier_there(void)
{
    uint8_t found;
    mailbox_radio(MAILBOX_RADIO_LISTENS);
    while ((found = mailbox_carrier()) == MAILBOX_NOT_YET)
        ;
    return found;
}

/* The outcome of the loaded frame, sent once. */
static inline uint8_t transmit(void)
{
    mailbox_transmit();
    while (!(mailbox_status() & MAILBOX_HAS_OUTCOME))
        mailbox_sleep(MC_NETWORK_NEVER);
    return mailbox_outcome();
}

static inline void await_acknowledgement_sent(void)
{
    while (mailbox_status() & MAILBOX_IS_SENDING)
        ;
}

static inline uint8_t is_to_all(const uint8_t *frame)
{
    const uint8_t *address = frame + MC_NETWORK_DESTINATION_AT;
    return (address[0] & address[1]) == 0xff;
}

void access_send(const uint8_t *frame, size_t bytes)
{
    waiting = frame;
    waiting_bytes = (uint8_t)bytes;
}

uint8_t access_outcome(void)
{
    return outcome;
}

size_t access_frame(uint8_t *frame)
{
    (void)frame;
    return frame_bytes;
}

uint32_t access_due(void)
{
    return waiting != NULL ? 0 : mc_network_until(wake_at, mailbox_time());
}

#endif
