/* The parts of a node's engine and what they call of each other. node.c: beginning and poll; neighbours.c: the table,
 * HELLOs; exchange.c, gather.c: the running exchange; session.c: session keys, traffic; transmit.c: one frame at a time
 * to the radio. */
#ifndef MC_NETWORK_ENGINE_H
#define MC_NETWORK_ENGINE_H

#include "network/frame.h"
#include "network/scheme.h"

/* Flags of a neighbour. */
enum {
    MC_NEIGHBOUR_KNOWN = 1,    /* the record is one */
    MC_NEIGHBOUR_HEARD = 2,    /* its nonce is known */
    MC_NEIGHBOUR_KEYED = 4,    /* there is a session */
    MC_NEIGHBOUR_REKEY = 8,    /* another exchange is wanted, by its initiator, though there is a session */
    MC_NEIGHBOUR_ANSWER = 16,  /* a HELLO to it alone, at `due` */
    MC_NEIGHBOUR_CONFIRM = 32, /* traffic without data to it: the last message has been read */
    MC_NEIGHBOUR_USED = 64,    /* `generation` is that of an own nonce with which a session was made */
};

/* Flags of a node. */
enum {
    MC_NODE_IS_BUSY = 1,      /* somebody is to be told */
    MC_NODE_READS = 2,        /* the exchange's computation begins by reading a message */
    MC_NODE_IS_QUIET = 8,     /* a computation goes on, and nothing else is due before node->quiet_until */
    MC_NODE_SCHEME_WAITS = 4, /* the scheme's poll has something to do at node->scheme_due */
};

/* States of the exchange, with message node->number. */
enum {
    MC_EXCHANGE_NONE = 0,
    MC_EXCHANGE_GATHERING, /* some of its fragments have come */
    MC_EXCHANGE_COMPUTING, /* it is read, where there is one, and the next one is written */
    MC_EXCHANGE_SENDING,   /* from fragment node->fragment on, not before node->timer */
    MC_EXCHANGE_WAITING,   /* it has been sent: for the next one, or for the confirmation of the last */
};

/* Kinds of a transmission. */
enum { MC_SENDS_HELLO = 0, MC_SENDS_FRAGMENT, MC_SENDS_OTHER };

/* node.c: time. Differences are right within 2^31 ticks, 18 hours. */
uint32_t mc_network_now(const mc_network_node *node);
uint32_t mc_network_after(const mc_network_node *node, uint32_t ticks);
/* The ticks from now until then; 0 if it is past. */
uint32_t mc_network_until(uint32_t then, uint32_t now);
/* A number below `bound`, at random but no secret. */
uint32_t mc_network_noise(mc_network_node *node, uint32_t bound);
/* Ticks of milliseconds up to 1,024,000. */
static inline uint32_t mc_network_ticks(uint32_t milliseconds)
{
    return milliseconds / 1000 * MC_NETWORK_TICKS + milliseconds % 1000 * MC_NETWORK_TICKS / 1000;
}

/* transmit.c. A free transmission is filled: the place of the datagram's octets after a header that is written there;
 * queued with so many octets of them. */
uint8_t *mc_transmission_open(mc_network_node *node, uint16_t destination, const mc_datagram *datagram);
void mc_transmission_queue(mc_network_node *node, uint8_t kind, uint8_t bytes);
void mc_transmission_poll(mc_network_node *node);
/* A fragment that waits is not sent any more, or its outcome does not matter. */
void mc_transmission_forget_fragment(mc_network_node *node);

/* neighbours.c */
mc_network_neighbour *mc_network_find(const mc_network_node *node, uint16_t id);
/* The same, or a new record; null if the table is full of neighbours that cannot go. */
mc_network_neighbour *mc_network_find_or_add(mc_network_node *node, uint16_t id);
mc_status mc_network_draw_nonce(mc_network_node *node);
void mc_network_receive_hello(mc_network_node *node, uint16_t source, const mc_datagram *datagram);
/* Sends what is due of HELLOs and confirmations. */
void mc_network_send_hello(mc_network_node *node);
/* Whether this node has to begin an exchange with it, at `due`. */
uint8_t mc_network_wants_exchange(const mc_network_node *node, const mc_network_neighbour *neighbour);
/* A HELLO to it alone, after one to two times that. */
void mc_network_answer(mc_network_node *node, mc_network_neighbour *neighbour, uint32_t delay_ms);

/* exchange.c */
void mc_exchange_poll(mc_network_node *node);
void mc_exchange_compute(mc_network_node *node, uint8_t reads);
void mc_exchange_send_fragment(mc_network_node *node);
/* The fragment that was given to the radio is there, or was given up. */
void mc_exchange_sent(mc_network_node *node, uint8_t is_sent);
/* Ends it; after a failure, which may count among those in a row, the initiator tries again later. */
void mc_exchange_end(mc_network_node *node);
void mc_exchange_fail(mc_network_node *node, mc_status error, uint8_t counts);
/* Octets of the message with what precedes it, and where they stand. */
uint8_t *mc_exchange_octets(mc_network_node *node);
uint16_t mc_exchange_prefix_bytes(const mc_network_node *node);

/* gather.c */
void mc_exchange_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram);
void mc_exchange_receive_busy(mc_network_node *node, uint16_t source, const mc_datagram *datagram);

/* session.c. The session of the exchange's secret is pending; it becomes the neighbour's. */
mc_status mc_session_derive(mc_network_node *node);
void mc_session_install(mc_network_node *node);
void mc_session_end(mc_network_node *node, mc_network_neighbour *neighbour);
void mc_session_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram);
mc_status mc_session_send(mc_network_node *node, mc_network_neighbour *neighbour, const uint8_t *data, uint8_t bytes);

#endif
