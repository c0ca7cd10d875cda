/* The simulator's side of the mailbox: the registers of a mote's firmware (boards/network/mailbox_channels.h). */
#ifndef MC_NETWORK_MAILBOX_H
#define MC_NETWORK_MAILBOX_H

#include "mote.h"

/* The firmware selects a channel; writes an octet to it; reads one from it. All fail with STATUS_CRASHED if the
 * channel has none, or no room for it. */
void mailbox_select(struct mote *mote, uint8_t channel);
void mailbox_write(struct mote *mote, uint8_t octet);
uint8_t mailbox_read(struct mote *mote);

/* Ends the state of a firmware that runs no more; the store stays. */
void mailbox_reset(struct mote *mote);

/* From the radio: a frame came (false if there is no room for it); the frame that was to be sent ended so. */
bool mailbox_deliver(struct mote *mote, const struct radio_frame *frame);
void mailbox_finish(struct mote *mote, enum mailbox_outcome outcome);

#endif
