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

/* Nanoseconds after which a sender that repeats its frame goes on if no acknowledgement has begun: the turnaround, and
 * five octets until the start of a frame is seen. From off to idle: voltage regulator and crystal oscillator (data
 * sheet SWRS041). */
enum { ACKNOWLEDGEMENT_BEGINS = TURNAROUND + 160000, RADIO_START = 1460000 };

enum { TRANSMISSIONS_MAX = 64 };

enum phase { PHASE_FREE, PHASE_TURNING, PHASE_ON_AIR, PHASE_WAITING, PHASE_PAST };

struct transmission {
    enum phase phase;
    unsigned sender;
    bool is_acknowledgement;
    bool is_repeated;             /* from the radio's memory */
    bool has_address_told;        /* listeners that it is not for have been told */
    uint64_t turned, start, stop; /* the sender turns to sending; first and last bit */
    uint64_t waits_until;         /* for an acknowledgement */
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

/* The same without a look at the carrier, of a frame that the firmware repeats. */
void medium_transmit(struct medium *medium, struct mote *mote, const struct radio_frame *frame, uint64_t now);

/* The radio is in another state from `now` on. Fails if it listens sooner after off than it can. */
void medium_set_radio(struct medium *medium, struct mote *mote, enum mailbox_radio state, uint64_t now);

/* What a radio that listens finds of the carrier, and whether it turns to sending or sends. */
enum mailbox_carrier medium_carrier(const struct medium *medium, const struct mote *mote, uint64_t now);
bool medium_is_sending(const struct medium *medium, const struct mote *mote);

/* The next time at which something happens on the air, or NEVER; and all that happens until `now`. */
uint64_t medium_next(struct medium *medium);
void medium_advance(struct medium *medium, uint64_t now);

/* The mote is switched off: its transmissions break off, and it hears no more. */
void medium_drop(struct medium *medium, const struct mote *mote, uint64_t now);

#endif
