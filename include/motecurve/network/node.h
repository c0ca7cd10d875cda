/* Nodes of a sensor network that agree on keys with their neighbours, and then exchange authenticated, encrypted data
 * with them (docs/network/wire-format.md). How a key is agreed on is the scheme's part; the rest, the same for all, is
 * here: IEEE 802.15.4 frames, HELLOs, one exchange at a time, repetitions, session keys, replay.
 *
 *     mc_network_begin(&node, &mc_network_leap, &platform, stack, sizeof stack);
 *     for (;;) {
 *         // hand over frames that came (mc_network_receive) and outcomes (mc_network_sent), and then
 *         uint32_t ticks = mc_network_poll(&node);
 *         // sleep for so long, or until the radio has something
 *     }
 *
 * A node is made of the caller's memory, its members are the library's. All functions are called from one context, not
 * from interrupts, and not from within the platform's functions, but mc_network_send from `received` and `keyed`.
 * Nothing here waits. Computations of a scheme are a task (motecurve/task.h) of the given stack, of which each
 * mc_network_poll makes a step; without a stack, or in builds without tasks, they are made at once, within the poll.
 *
 * Differences from the usual: HELLOs are not authenticated. Whoever forges one costs a node an exchange at most, within
 * a budget per time, but no session: the old key stays until the peer has proved to have the new one. Radio silence,
 * and jamming, end nothing. docs/network/attacks.md says which attacks hold, cost and work. */
#ifndef MOTECURVE_NETWORK_NODE_H
#define MOTECURVE_NETWORK_NODE_H

#include <stddef.h>
#include <stdint.h>

#ifdef MC_CONFIG_HEADER
#include MC_CONFIG_HEADER
#endif
#include "motecurve/api.h"
#include "motecurve/random.h"
#include "motecurve/status.h"
#include "motecurve/task.h"

/* Neighbours that a node has room for: in images as many as the RAM of a MICAz holds beside the largest scheme. Octets
 * that the state of an exchange and its longest message take together. A configuration may say others. */
#ifndef MC_NETWORK_NEIGHBOURS
#ifdef MC_SINGLE_CURVE
#define MC_NETWORK_NEIGHBOURS 7
#else
#define MC_NETWORK_NEIGHBOURS 8
#endif
#endif
#ifndef MC_NETWORK_EXCHANGE_BYTES
#ifdef MC_SINGLE_CURVE
#define MC_NETWORK_EXCHANGE_BYTES 256
#else
#define MC_NETWORK_EXCHANGE_BYTES 2048
#endif
#endif

#define MC_NETWORK_KEY_BYTES    16
#define MC_NETWORK_SECRET_BYTES 16
#define MC_NETWORK_MAX_FRAME    125   /* octets of a frame without its check sequence */
#define MC_NETWORK_MAX_DATA     103   /* octets of data in one frame */
#define MC_NETWORK_TICKS        32768 /* in a second */
#define MC_NETWORK_NEVER        UINT32_MAX
#define MC_NETWORK_BROADCAST    0xffff
/* Where a scheme's own part of the provision begins in the store. Before it stand: "MN", version 1, the scheme's
 * number, the node's id and its PAN, each of 2 octets, big-endian. */
#define MC_NETWORK_PROVISION_AT 8
/* Where the engine keeps the number of the last start: two copies of 8 octets, the number and its complement, which
 * take turns, so that one is right when the power fails. One is written at each start. A part of the store that is
 * smaller than 64 KiB may answer for its last octets. */
#define MC_NETWORK_BOOT_AT 0xfff0

typedef enum {
    MC_NETWORK_SENT = 0,           /* and acknowledged, unless it was a broadcast */
    MC_NETWORK_CHANNEL_BUSY,       /* the carrier was sensed; nothing was sent */
    MC_NETWORK_NO_ACKNOWLEDGEMENT, /* sent, but no acknowledgement came in time */
} mc_network_outcome;

typedef struct mc_network_platform {
    void *context; /* of all functions */
    /* Hands one frame without its check sequence to the radio, which keeps a copy, senses the carrier once, sends, and
     * waits for the acknowledgement that the frame asks for; mc_network_sent gets the outcome later, never from within
     * this call. Back-off and repetitions are the engine's. The radio acknowledges frames to its address by itself,
     * and hands over broadcasts and frames to its address alone. */
    void (*send)(void *context, const uint8_t *frame, size_t bytes);
    /* Ticks of 1/32768 s; wraps. */
    uint32_t (*now)(void *context);
    mc_random random;
    /* The persistent store of a node, such as its serial flash: the provision, and keys that outlive a restart. Octets
     * that were never written read as any value. A write of zeros erases. */
    mc_status (*store_read)(void *context, uint16_t at, uint8_t *out, size_t bytes);
    mc_status (*store_write)(void *context, uint16_t at, const uint8_t *octets, size_t bytes);
    /* A session with that peer is ready; again, when it has been keyed anew. May be null. */
    void (*keyed)(void *context, uint16_t peer);
    /* Genuine data of that peer, at least 1 octet, each datagram once and in order. They are wiped afterwards. May be
     * null. */
    void (*received)(void *context, uint16_t peer, const uint8_t *data, size_t bytes);
} mc_network_platform;

typedef struct mc_network_scheme mc_network_scheme; /* src/network/scheme.h */

typedef enum { MC_NETWORK_INITIATOR = 0, MC_NETWORK_RESPONDER = 1 } mc_network_role;

/* The one running exchange of a node, as its scheme sees it. */
typedef struct {
    const mc_network_platform *platform;
    void *state; /* exchange_bytes of the scheme, zeros at the beginning, aligned for any type */
    /* Octets of the message read or written; a message that is written has at most `size`, which is the scheme's
     * message_bytes_max, and takes the place of the last one. */
    uint8_t *message;
    uint16_t bytes, size;
    uint16_t own, peer; /* ids: the initiator's is the lesser one */
    uint8_t role;       /* mc_network_role */
    /* The initiator's is drawn for the exchange, or zeros where the scheme takes none; the responder's is that of its
     * HELLO, and serves for one session with each peer. */
    uint8_t nonce_initiator[8], nonce_responder[8];
    uint8_t secret[MC_NETWORK_SECRET_BYTES]; /* made by the scheme before the last message is written or read */
    uint8_t fresh[8]; /* of this side: the number of its start, and of its exchange; two random octets */
} mc_network_exchange;

typedef struct {
    uint8_t key[MC_NETWORK_KEY_BYTES];
    uint32_t sent, received; /* counters: the next to send, the least that is taken */
} mc_network_session;

typedef struct {
    mc_network_session session;
    uint32_t due;     /* of the next exchange, or of the answer to its HELLO */
    uint8_t nonce[8]; /* of its last HELLO */
    uint8_t boot[2];  /* of the HELLO that the session is based on: the number of the start, its last octets */
    uint16_t id;
    uint16_t tag;       /* of the exchange that made the session */
    uint8_t flags;      /* 0: no neighbour */
    uint8_t failures;   /* in a row */
    uint8_t generation; /* the last octet of the own nonce used with it */
} mc_network_neighbour;

typedef struct {
    uint32_t due;
    uint8_t octets[MC_NETWORK_MAX_FRAME];
    uint8_t bytes; /* 0: none */
    uint8_t kind, backoffs, exponent, retries, in_radio;
} mc_network_transmission;

typedef struct {
    const mc_network_scheme *scheme;
    const mc_network_platform *platform;
    void *stack;
    size_t stack_bytes;
    mc_task task;
    mc_network_exchange exchange;
    mc_network_session pending; /* of the exchange, until the peer has confirmed it */
    union {
        uint8_t octets[MC_NETWORK_EXCHANGE_BYTES]; /* state, then message */
        uint64_t alignment;
        void *pointer;
    } memory;
    mc_network_neighbour neighbours[MC_NETWORK_NEIGHBOURS];
    mc_network_transmission transmission;
    uint32_t timer;          /* of the exchange */
    uint32_t hello_due;      /* of the next broadcast */
    uint32_t hello_interval; /* in ticks */
    uint32_t quiet_until;    /* nothing but the computation is due before */
    uint32_t noise;          /* of back-offs and pauses: no secret */
    uint32_t started;        /* when; and of the scheme: */
    uint32_t scheme_due;
    uint16_t id, pan;
    uint16_t tag;       /* of the exchange */
    uint16_t fragments; /* received of its message, a bit each */
    uint16_t busy_to, busy_tag;
    uint16_t exchanges;    /* of this start */
    uint16_t refilled[3];  /* when the budget was */
    uint8_t budget[3];     /* src/network/budget.h */
    uint8_t nonce[8];      /* of the own HELLOs */
    uint8_t state, number; /* of the exchange: what it does, with which message */
    uint8_t fragment, tries, resends, forged;
    uint8_t flags, sequence, has_task;
    uint8_t error; /* mc_status of the exchange that failed last */
} mc_network_node;

/* Begins a node, whose provision stands in the store. stack: of the task, at least as the scheme and its curve need;
 * null with 0 bytes makes computations at once. MC_ERROR_ENCODING for a store without provision of this scheme,
 * MC_ERROR_MESSAGE_LENGTH for a scheme whose exchanges take more than MC_NETWORK_EXCHANGE_BYTES, MC_ERROR_RANDOM,
 * MC_ERROR_ABANDONED after 2^32 - 1 starts, and those of the store and of the scheme's beginning. */
MC_API MC_MUST_CHECK mc_status mc_network_begin(mc_network_node *node, const mc_network_scheme *scheme,
                                                const mc_network_platform *platform, void *stack, size_t stack_bytes);
/* A frame without its check sequence, from the radio. Frames that are none of ours are passed over. */
MC_API void mc_network_receive(mc_network_node *node, const uint8_t *frame, size_t bytes);
/* The outcome of the frame that the radio was given. */
MC_API void mc_network_sent(mc_network_node *node, mc_network_outcome outcome);
/* Does what is due, or a step of a computation. Returns the ticks until it wants to be called again: 0 at once,
 * MC_NETWORK_NEVER not before something comes from the radio. */
MC_API uint32_t mc_network_poll(mc_network_node *node);
/* Sends data to a peer with which a session is ready: 1 to MC_NETWORK_MAX_DATA octets in one frame. MC_BUSY while
 * another frame waits; MC_ERROR_ABANDONED without a session; MC_ERROR_MESSAGE_LENGTH. */
MC_API MC_MUST_CHECK mc_status mc_network_send(mc_network_node *node, uint16_t peer, const uint8_t *data, size_t bytes);
/* Whether a session with that peer is ready; how many neighbours are known, and how many of them are keyed. */
MC_API uint8_t mc_network_is_keyed(const mc_network_node *node, uint16_t peer);
MC_API uint8_t mc_network_neighbours(const mc_network_node *node);
MC_API uint8_t mc_network_neighbours_keyed(const mc_network_node *node);
/* Ends a node and wipes it. */
MC_API void mc_network_end(mc_network_node *node);

/* The schemes, in the order of their numbers, from 1. */
MC_API_DATA const mc_network_scheme mc_network_global, mc_network_leap, mc_network_sok, mc_network_ibe, mc_network_ecqv,
    mc_network_ecdsa_ecdh, mc_network_edhoc;

#endif
