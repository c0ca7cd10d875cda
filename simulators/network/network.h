/* The network: motes, who hears whom, and the loop that lets all motes see one time. */
#ifndef MC_NETWORK_NETWORK_H
#define MC_NETWORK_NETWORK_H

#include <stdio.h>

#include "medium.h"
#include "mote.h"

/* A mote is switched off; and on again, unless `again` is NEVER. */
struct outage {
    unsigned mote;
    uint64_t begin, again;
    bool is_begun;
};

enum { OUTAGES_MAX = 32 };

struct network {
    struct mote motes[MOTES_MAX];
    unsigned count;
    struct medium medium;
    struct outage outages[OUTAGES_MAX];
    unsigned outage_count;
    uint32_t messages; /* that each mote must get from each neighbour */
    uint64_t limit;
    uint64_t now;
    uint64_t all_keyed_at; /* or NEVER */
    struct mote *running;  /* for messages of failure; or NULL */
};

/* The one network of the program, which the registers of its motes lead to. */
extern struct network network;

/* Runs until every pair of neighbours that will be on shares a key and has exchanged its messages, or to the limit;
 * returns whether it is done. */
bool network_run(void);

/* Whether the two share a key on both sides, and have got the messages that they must. */
bool network_is_keyed(unsigned a, unsigned b);

/* Whether they are neighbours that stay on, or come on again. */
bool network_is_expected(unsigned a, unsigned b);

#endif
