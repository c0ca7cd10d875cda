/* One mote: its processor, its clock, its side of the mailbox, and the counts that are reported of it. */
#ifndef MC_NETWORK_MOTE_H
#define MC_NETWORK_MOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "generator.h"
#include "mailbox_channels.h"
#include "processor.h"

enum { MOTES_MAX = 8, SETTINGS_MAX = 64, REASON_MAX = 80 };
enum { TICKS_PER_SECOND = 32768 }; /* of the clock that the firmware reads */
enum { RADIO_STATES = MAILBOX_RADIO_LISTENS + 1 };
enum { RX_FIFO_BYTES = 128 }; /* of the CC2420, with an octet of length for each frame */

static const uint64_t NEVER = UINT64_MAX;
static const uint64_t SECOND = 1000000000; /* all times are in nanoseconds from the begin of the simulation */

/* The firmware's place in the channel that it selected, and the octets of it so far. */
struct dialogue {
    uint8_t channel;
    uint16_t position; /* octets read or written */
    uint8_t octets[FRAME_MAX + 1];
};

struct frames { /* received ones, the oldest first */
    struct radio_frame frame[RX_FIFO_BYTES / FRAME_MIN];
    size_t count;
};

struct counts {
    uint64_t bytes_sent, bytes_received, frames_sent, frames_received, broadcasts, acknowledgements;
    uint64_t channel_busy, unacknowledged, collided, lost, dropped;
    uint64_t on, send, receive;   /* times: of the mote; of the radio */
    uint64_t radio[RADIO_STATES]; /* times in its states; while it sends, it is in that of listening */
};

/* The relation with another mote, by its index. */
struct acquaintance {
    bool is_neighbour, is_keyed;
    uint64_t keyed_at;
    uint32_t messages; /* authenticated ones that came since they shared a key */
};

/* Who is told that a frame goes to the radio, with a look at the carrier or without one; that the firmware changes the
 * radio's state, and asks for the carrier or whether the radio sends; and that it reports an event with a peer. */
struct mote;
struct mote_events {
    void (*send)(struct mote *mote, const struct radio_frame *frame);
    void (*transmit)(struct mote *mote, const struct radio_frame *frame);
    void (*radio)(struct mote *mote, enum mailbox_radio state);
    enum mailbox_carrier (*carrier)(struct mote *mote);
    bool (*is_sending)(struct mote *mote);
    void (*report)(struct mote *mote, uint8_t event, uint16_t peer);
};

struct mote {
    const struct mote_events *events;
    unsigned index;
    uint16_t own; /* short address */
    uint32_t frequency_hz;
    struct processor processor;
    bool is_on, is_asleep;
    uint64_t boot;        /* when it is switched on, or was */
    uint64_t idle_cycles; /* cycles of its clock in which it slept, and cycles before `boot`, since `boot` */
    uint64_t first_cycle; /* of the processor, at `boot` */
    uint64_t wake;        /* when it wakes if nothing comes before */
    struct generator random;

    struct dialogue dialogue;
    uint16_t address, pan; /* as the firmware told the radio */
    bool has_address, has_outcome;
    uint8_t outcome;
    struct frames received;
    uint8_t store[MAILBOX_STORE_BYTES];
    uint8_t settings[SETTINGS_MAX];
    size_t settings_bytes;
    char reason[REASON_MAX + 1]; /* by the firmware, if it cannot go on */

    struct acquaintance known[MOTES_MAX];
    struct counts counts;
    enum mailbox_radio radio;
    bool has_duty_cycle;       /* the firmware changes the radio's state */
    bool has_others;           /* a frame to another mote came by */
    struct radio_frame loaded; /* in the radio's memory; no octets: none */
    uint64_t on_since;
    uint64_t ready;          /* from when on the radio can listen, after it was off */
    uint64_t radio_since;    /* when it came into its state */
    uint64_t radio_on_since; /* from when on it hears */
    uint64_t heard_until;
    struct counts counts_at_keys; /* when the last pair got its key */
};

/* Switches it on at `boot` of the mote, its mailbox reset before; or off, at `now`. */
void mote_on(struct mote *mote);
void mote_off(struct mote *mote, uint64_t now);

/* The radio is in another state from `now` on; the time in the last one counts. */
void mote_set_radio(struct mote *mote, enum mailbox_radio state, uint64_t now);

/* The counts as they are at `now`. */
struct counts mote_counts(const struct mote *mote, uint64_t now);

/* Runs it up to a time, which an instruction may cross. */
void mote_run(struct mote *mote, uint64_t until);

/* The time at its next instruction; it is that of the window's end if it sleeps. */
uint64_t mote_time(const struct mote *mote);

/* Something waits for the firmware since `now`: a sleeping mote wakes. */
void mote_wake(struct mote *mote, uint64_t now);

/* Until a time, or until something waits; at once if something waits already. */
void mote_sleep(struct mote *mote, uint64_t until);

#endif
