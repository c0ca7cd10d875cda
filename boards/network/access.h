/* Media access: when the radio listens, and how a frame of the engine gets to the air. One interface, which the image's
 * configuration chooses what is behind: a radio that is always on, whose functions are the mailbox's own and cost no
 * octet, or one that sleeps, access_lpl.c or access_beacon.c. */
#ifndef MC_NETWORK_ACCESS_H
#define MC_NETWORK_ACCESS_H

#include "mailbox.h"
#include "network/clock.h"

#define MC_ACCESS_ALWAYS 0
#define MC_ACCESS_LPL    1
#define MC_ACCESS_BEACON 2
#ifndef MC_NETWORK_ACCESS
#define MC_NETWORK_ACCESS MC_ACCESS_ALWAYS
#endif

#if MC_NETWORK_ACCESS != MC_ACCESS_ALWAYS

/* Before all others. Frames that come go to `frame`, of MAILBOX_FRAME_BYTES. */
void access_begin(uint16_t id, uint16_t pan, uint8_t *frame);
/* The engine's frame, which stays where it is until its outcome. */
void access_send(const uint8_t *frame, size_t bytes);
/* Does what is due, and meanwhile nothing else, which may take cycles. MAILBOX_HAS_...: what has come of it
 * for the engine, each to be taken at once. */
uint8_t access_serve(void);
uint8_t access_outcome(void);
size_t access_frame(uint8_t *frame);
/* Ticks until something is due. */
uint32_t access_due(void);

#else

#define access_begin(id, pan, frame) ((void)0)

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

static inline size_t access_frame(uint8_t *frame)
{
    return mailbox_frame(frame);
}

static inline uint32_t access_due(void)
{
    return MC_NETWORK_NEVER;
}

#endif

#endif
