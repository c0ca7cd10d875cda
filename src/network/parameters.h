/* The numbers of the network's engine: sizes on the air, timers, tries. lab/motelab/network/parameters.py reads the
 * plain ones from here, so that a simulation counts with the same. docs/network/wire-format.md gives the reasons.
 * Times are in milliseconds; mc_network_ticks makes them ticks of 1/32768 s. */
#ifndef MC_NETWORK_PARAMETERS_H
#define MC_NETWORK_PARAMETERS_H

/* Octets of a frame (IEEE 802.15.4): at most 127 with the frame check sequence of 2, which the radio adds. */
#define MC_NETWORK_FRAME_BYTES           125
#define MC_NETWORK_MAC_HEADER_BYTES      9 /* FCF, sequence number, PAN, destination, source */
#define MC_NETWORK_DESTINATION_AT        5
#define MC_NETWORK_FCS_BYTES             2
#define MC_NETWORK_PHY_HEADER_BYTES      6 /* preamble, start of frame, length */
#define MC_NETWORK_ACKNOWLEDGEMENT_BYTES 5 /* with its FCS */

/* Octets of datagrams. */
#define MC_NETWORK_HELLO_BYTES           10  /* type, flags and scheme, nonce */
#define MC_NETWORK_BUSY_BYTES            4   /* type, scheme and message, exchange's tag */
#define MC_NETWORK_EXCHANGE_HEADER_BYTES 5   /* the same, and fragment */
#define MC_NETWORK_FRAGMENT_BYTES        111 /* of a message, in each fragment but the last */
#define MC_NETWORK_FRAGMENTS_MAX         15
#define MC_NETWORK_PREFIX_BYTES          2 /* of message 1: what names the responder's nonce */
#define MC_NETWORK_NONCE_BYTES           8 /* and the initiator's nonce, of schemes that take one */
#define MC_NETWORK_TRAFFIC_HEADER_BYTES  5 /* type, counter */
#define MC_NETWORK_TAG_BYTES             8
#define MC_NETWORK_DATA_BYTES_MAX        103

/* Unslotted CSMA-CA (IEEE 802.15.4-2006, 7.5.1.4): a back-off period is 20 symbols, 320 us. */
#define MC_NETWORK_BACKOFF_PERIOD_US    320
#define MC_NETWORK_BACKOFF_EXPONENT_MIN 3
#define MC_NETWORK_BACKOFF_EXPONENT_MAX 5
#define MC_NETWORK_BACKOFFS_MAX         4 /* after these the channel counts as not to be had */
#define MC_NETWORK_FRAME_RETRIES_MAX    3 /* without an acknowledgement */

/* HELLOs: the first within the window after the start; then at intervals that double from the first to the last. */
#define MC_NETWORK_HELLO_WINDOW_MS         1000
#define MC_NETWORK_HELLO_INTERVAL_FIRST_MS 8000
#define MC_NETWORK_HELLO_INTERVAL_LAST_MS  1024000
/* A greater node answers the HELLO of a lesser one after this and as much again at random, if no exchange began. */
#define MC_NETWORK_ANSWER_DELAY_MS 2000
/* At once, but for some chance, where an exchange failed for the lack of a nonce. */
#define MC_NETWORK_ANSWER_SOON_MS 16

/* A lesser node begins an exchange with a greater one within this after its HELLO. */
#define MC_NETWORK_BEGIN_WINDOW_MS 128
/* After a failure or a busy peer, an exchange is tried again after one half to three halves of the scheme's answer_ms,
 * doubled by each failure in a row up to so many times; then the neighbour rests until its next HELLO. */
#define MC_NETWORK_PAUSE_DOUBLINGS 5
#define MC_NETWORK_FAILURES_MAX    8
/* A keyed neighbour that says it has no key is believed once in this time. */
#define MC_NETWORK_REKEY_INTERVAL_MS 10000

/* A message is written again when its answer is late: after the scheme's answer_ms, twice and four times that. */
#define MC_NETWORK_MESSAGE_TRIES 3
/* A message is sent again after this and as much at random where a fragment was not acknowledged, at most so often. */
#define MC_NETWORK_RESEND_MS   64
#define MC_NETWORK_RESENDS_MAX 3
/* A responder waits this many times answer_ms for the next message; if message 1 comes again, it begins again. */
#define MC_NETWORK_RESPONDER_WAITS 2
/* The fragments of a message follow each other within this. */
#define MC_NETWORK_FRAGMENTS_MS 1000

/* Own nonces: those of one start share all octets but the last, which counts up where one was used with a peer. The
 * number of the start stands at the place, big-endian, in four of them. */
#define MC_NETWORK_BOOT_BYTES     7
#define MC_NETWORK_BOOT_NUMBER_AT 3
#define MC_NETWORK_GENERATION     7 /* the place of what counts up */

/* What can be had without a proof: exchanges that are begun, exchanges that are answered, HELLOs to one node. Of each a
 * node has so many in store, and one more after so many times the scheme's answer_ms, or when a session was made. */
#define MC_NETWORK_BUDGET       12
#define MC_NETWORK_BUDGET_WAITS 4
/* With half of them or less left, strangers have to acknowledge a frame first, and are not asked again before that. */
#define MC_NETWORK_PROBE_MS 250
/* One more answer comes in this time in any case, since it takes no computation. */
#define MC_NETWORK_ANSWERS_MS 2000
/* Under media access that sleeps frames wait for about a cycle, so timers are longer by so many cycles; a back-off
 * period after a busy carrier is that part of one. A radio that is always on has no cycle (clock.h). */
#define MC_NETWORK_HELLO_WINDOW_CYCLES 8
#define MC_NETWORK_ANSWER_DELAY_CYCLES 8
#define MC_NETWORK_ANSWER_SOON_CYCLES  1
#define MC_NETWORK_BEGIN_WINDOW_CYCLES 2
#define MC_NETWORK_ANSWER_CYCLES       8 /* of the scheme's answer_ms */
#define MC_NETWORK_RESEND_CYCLES       1
#define MC_NETWORK_FRAGMENTS_CYCLES    16
#define MC_NETWORK_PROBE_CYCLES        2
#define MC_NETWORK_CONGESTION_PARTS    8
/* Messages that are not genuine, and do not end an exchange. */
#define MC_NETWORK_FORGED_MAX 3

#endif
