/* A session's key, from the exchange to the neighbour. */
#ifndef MC_NETWORK_SESSION_H
#define MC_NETWORK_SESSION_H

#include "motecurve/network/node.h"

/* An id, big-endian. */
static inline void mc_session_put_id(uint8_t *octets, uint16_t id)
{
    octets[0] = (uint8_t)(id >> 8);
    octets[1] = (uint8_t)id;
}

/* The session of the exchange's secret is pending. */
mc_status mc_session_derive(mc_network_node *node);
/* It becomes the neighbour's; 0 if there is no room for one. */
uint8_t mc_session_install(mc_network_node *node);
void mc_session_end(mc_network_node *node, mc_network_neighbour *neighbour);

#endif
