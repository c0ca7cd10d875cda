/* Frames of IEEE 802.15.4 and the datagrams in them, octet by octet as docs/network/wire-format.md says. Nothing here
 * has a state. */
#ifndef MC_NETWORK_FRAME_H
#define MC_NETWORK_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "network/parameters.h"

#define MC_NETWORK_VERSION 1

/* Types of datagrams. */
enum { MC_DATAGRAM_HELLO = 0, MC_DATAGRAM_EXCHANGE, MC_DATAGRAM_BUSY, MC_DATAGRAM_TRAFFIC };

/* A data frame with short addresses of one PAN. */
typedef struct {
    const uint8_t *payload;
    uint16_t pan, destination, source;
    uint8_t bytes; /* of the payload */
    uint8_t sequence;
} mc_frame;

/* A datagram: the members of its type, others are 0. */
typedef struct {
    const uint8_t *octets; /* a HELLO's nonce, a fragment, or traffic's ciphertext and tag */
    uint32_t counter;      /* traffic */
    uint16_t tag;          /* exchange, busy */
    uint8_t bytes;         /* of octets */
    uint8_t type;
    uint8_t scheme;           /* HELLO, exchange, busy */
    uint8_t is_keyless;       /* HELLO: its sender has no key with the receiver */
    uint8_t number;           /* exchange, busy: of the message */
    uint8_t fragment, others; /* exchange: from 0, of 1 + others */
} mc_datagram;

/* Reads a frame; 0 for one that is none of ours: of another type, with other addresses, with security or without a
 * payload. */
uint8_t mc_frame_read(mc_frame *frame, const uint8_t *octets, size_t bytes);
/* Writes the header; an acknowledgement is asked for unless it is a broadcast. */
void mc_frame_write(uint8_t header[MC_NETWORK_MAC_HEADER_BYTES], const mc_frame *frame);

/* Reads a frame's payload; 0 for octets that are no datagram of this version: of another length, with a fragment that
 * is not full though others follow, with bits that have no meaning. */
uint8_t mc_datagram_read(mc_datagram *datagram, const uint8_t *octets, uint8_t bytes);
/* Writes a datagram's header, and returns its bytes: all of busy; what comes before `octets` of the others. */
uint8_t mc_datagram_write(uint8_t *header, const mc_datagram *datagram);

#endif
