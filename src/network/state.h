/* The values of a node's members: its flags and its neighbours', and the states of its exchange. */
#ifndef MC_NETWORK_STATE_H
#define MC_NETWORK_STATE_H

#include "network/scheme.h"

/* Flags of a node. */
enum {
    MC_NODE_IS_BUSY = 1,      /* somebody is to be told */
    MC_NODE_READS = 2,        /* the exchange's computation begins by reading a message */
    MC_NODE_IS_QUIET = 8,     /* a computation goes on, and nothing else is due before node->quiet_until */
    MC_NODE_SCHEME_WAITS = 4, /* the scheme's poll has something to do at node->scheme_due */
    MC_NODE_PEER_LIVES = 16,  /* something came of the exchange's peer, or so it seems */
    MC_NODE_IS_PUT_OFF = 32,  /* the peer is busy, or so somebody says */
    MC_NODE_IS_SHORT = 128,   /* with a stranger, while others wait: message 1 is not repeated */
    MC_NODE_HAS_READ = 64,    /* what came stands where the own message stood */
};

/* Flags of a neighbour. */
enum {
    MC_NEIGHBOUR_KNOWN = 1,    /* the record is one */
    MC_NEIGHBOUR_HEARD = 2,    /* its nonce is known */
    MC_NEIGHBOUR_KEYED = 4,    /* there is a session */
    MC_NEIGHBOUR_REKEY = 8,    /* another exchange is wanted, by its initiator, though there is a session */
    MC_NEIGHBOUR_ANSWER = 16,  /* a HELLO to it alone, at `due` */
    MC_NEIGHBOUR_CONFIRM = 32, /* traffic without data to it: the last message has been read */
    MC_NEIGHBOUR_LIVES = 128,  /* it acknowledged the last frame that it was sent */
    MC_NEIGHBOUR_USED = 64,    /* `generation` is that of an own nonce with which a session was made */
};

/* States of the exchange, with message node->number. */
enum {
    MC_EXCHANGE_NONE = 0,
    MC_EXCHANGE_GATHERING, /* some of its fragments have come */
    MC_EXCHANGE_COMPUTING, /* it is read, where there is one, and the next one is written */
    MC_EXCHANGE_SENDING,   /* from fragment node->fragment on, not before node->timer */
    MC_EXCHANGE_WAITING,   /* it has been sent: for the next one, or for the confirmation of the last */
};

#endif
