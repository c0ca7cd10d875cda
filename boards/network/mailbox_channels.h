/* What a mote's firmware and its simulated surroundings say to one another: radio, clock, random numbers, serial flash.
 *
 * The three registers of the bench firmware carry it (io.h). A write to the register of the exit code selects a
 * channel, bench_exit(CHANNEL); writes of bytes and reads of bytes belong to that channel from its first octet on.
 * Numbers have their least octet first. The simulator's side is simulators/network/mailbox.c. */
#ifndef MC_NETWORK_MAILBOX_CHANNELS_H
#define MC_NETWORK_MAILBOX_CHANNELS_H

enum mailbox_channel {
    MAILBOX_END = 0,     /* the firmware cannot go on */
    MAILBOX_STATUS,      /* read 1: MAILBOX_HAS_..., what waits for the firmware */
    MAILBOX_ADDRESS,     /* write 4: short address, PAN; until then the radio takes no frame */
    MAILBOX_SEND,        /* write: number of octets of a frame without FCS, then these; the last one starts it */
    MAILBOX_OUTCOME,     /* read 1: MAILBOX_SENT or another outcome of the frame last sent; it waits no more */
    MAILBOX_FRAME,       /* read: number of octets of the oldest frame received, without FCS, then these; the last one
                            frees its place */
    MAILBOX_TIME,        /* read 4: ticks of 1/32768 s since the mote was switched on, all of one moment */
    MAILBOX_SLEEP,       /* write 4: the CPU sleeps for so many ticks, or until something waits for it; all ones: until
                            something waits */
    MAILBOX_RANDOM,      /* read: random octets */
    MAILBOX_STORE_READ,  /* write 2: an address of the store; then read octets from there on */
    MAILBOX_STORE_WRITE, /* write 2: an address of the store; then write octets from there on */
    MAILBOX_SETTINGS,    /* read: octets that the laboratory gives the firmware (main.c) */
    MAILBOX_REASON,      /* write: text that says why it cannot go on; MAILBOX_END follows */
    MAILBOX_REPORT,      /* write 3: MAILBOX_KEYED or another event, and the peer's address */
    MAILBOX_RADIO,       /* write 1: MAILBOX_RADIO_OFF or another state. When the mote is switched on, it listens */
    MAILBOX_CARRIER,     /* read 1: MAILBOX_CLEAR or another finding of the radio, which listens */
    MAILBOX_LOAD,     /* write: as MAILBOX_SEND, into the radio's memory, where it stays while the radio is not off */
    MAILBOX_TRANSMIT, /* sends the loaded frame once, without a look at the carrier; an acknowledgement is missing if
                         none has begun when it should */
    MAILBOX_CHANNELS,
};

/* What the status says. A frame to another: one whose address the radio has read since the last status. */
enum { MAILBOX_HAS_FRAME = 1, MAILBOX_HAS_OUTCOME = 2, MAILBOX_HAS_OTHERS = 4, MAILBOX_IS_SENDING = 8 };

/* States of the radio. It takes 1.46 ms from off, in which its memory is lost, to idle, from which it can listen. */
enum mailbox_radio { MAILBOX_RADIO_OFF = 0, MAILBOX_RADIO_IDLE, MAILBOX_RADIO_LISTENS };

/* The carrier within the last 128 us; or the radio has not listened for so long. */
enum mailbox_carrier { MAILBOX_CLEAR = 0, MAILBOX_BUSY, MAILBOX_NOT_YET };

enum mailbox_outcome { MAILBOX_SENT = 0, MAILBOX_CHANNEL_BUSY = 1, MAILBOX_NO_ACKNOWLEDGEMENT = 2 };

enum mailbox_event { MAILBOX_KEYED = 1, MAILBOX_MESSAGE = 2 }; /* an authenticated message came */

/* Octets of the store, a part of the motes' serial flash. */
enum { MAILBOX_STORE_BYTES = 4096 };

#endif
