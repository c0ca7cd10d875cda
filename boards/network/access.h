/* Media access: when the radio listens, and how a frame of the engine gets to the air. One interface, which the image's
 * configuration chooses what is behind: a radio that is always on, whose functions are the mailbox's own and cost no
 * octet, or access_lpl.c. */
#ifndef MC_NETWORK_ACCESS_H
#define MC_NETWORK_ACCESS_H

#include "mailbox.h"
#include "network/clock.h"

#if MC_NETWORK_WAKE_INTERVAL_MS

/* Before all others. */
void access_begin(void);
/* The engine's frame, which stays where it is until its outcome. */
void access_send(const uint8_t *frame, size_t bytes);
/* Does what is due, and meanwhile nothing else: a train of copies takes a cycle. MAILBOX_HAS_...: what has come of it
 * for the engine, each to be taken at once. */
uint8_t access_serve(void);
uint8_t access_outcome(void);
size_t access_frame(uint8_t frame[MAILBOX_FRAME_BYTES]);
/* Ticks until something is due. */
uint32_t access_due(void);

#else

static inline void access_begin(void)
{
}

static inline void access_send(const uint8_t *frame, size_t bytes)
{
    mailbox_send(frame, bytes);
}

static inline uint8_t access_serve(void)
{
    return mailbox_status();
}

static inline uint8_t access_outcome(void)
{
    return mailbox_outcome();
}

static inline size_t access_frame(uint8_t frame[MAILBOX_FRAME_BYTES])
{
    return mailbox_frame(frame);
}

static inline uint32_t access_due(void)
{
    return MC_NETWORK_NEVER;
}

#endif

#endif
