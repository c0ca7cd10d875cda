/* The radio channel: who hears which transmission, collisions, losses, acknowledgements, as the CC2420's data sheet
 * and IEEE 802.15.4-2006 (2.4 GHz, 250 kbit/s) have their times. Frames that overlap at a listener are lost, however
 * strong (no capture); so are frames that come while it sends or turns to sending. */
#ifndef MC_NETWORK_MEDIUM_H
#define MC_NETWORK_MEDIUM_H

#include <stdio.h>

#include "mote.h"

/* Nanoseconds: 12 symbols from receiving to sending; 8 symbols of carrier sense; 54 symbols until an acknowledgement
 * is missing (macAckWaitDuration), from the end of the frame. */
enum { TURNAROUND = 192000, SENSE = 128000, ACKNOWLEDGEMENT_WAIT = 864000 };

enum { TRANSMISSIONS_MAX = 64 };

enum phase { PHASE_FREE, PHASE_TURNING, PHASE_ON_AIR, PHASE_WAITING, PHASE_PAST };

struct transmission {
    enum phase phase;
    unsigned sender;
    bool is_acknowledgement;
    uint64_t turned, start, stop; /* the sender turns to sending; first and last bit */
    struct radio_frame frame;
};

struct medium {
    struct mote *motes; /* all that may hear or send, by index */
    unsigned count;
    struct transmission transmissions[TRANSMISSIONS_MAX];
    double loss; /* of a frame on the way to a listener */
    struct generator random;
    FILE *capture; /* or NULL */
};

/* The mote's radio senses the carrier at `now` and, if the channel is clear, turns to sending. */
void medium_send(struct medium *medium, struct mote *mote, const struct radio_frame *frame, uint64_t now);

/* The next time at which something happens on the air, or NEVER; and all that happens until `now`. */
uint64_t medium_next(struct medium *medium);
void medium_advance(struct medium *medium, uint64_t now);

/* The mote is switched off: its transmissions break off, and it hears no more. */
void medium_drop(struct medium *medium, const struct mote *mote, uint64_t now);

#endif
