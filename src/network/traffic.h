/* Traffic under sessions. */
#ifndef MC_NETWORK_TRAFFIC_H
#define MC_NETWORK_TRAFFIC_H

#include "motecurve/network/node.h"
#include "network/frame.h"

/* Queues data, or none to confirm the session. MC_ERROR_ABANDONED, and the session is ended, when its counter is. */
mc_status mc_traffic_send(mc_network_node *node, mc_network_neighbour *neighbour, const uint8_t *data, uint8_t bytes);
/* Hands over genuine data; traffic under the session that the exchange has made completes it. */
void mc_traffic_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram);

#endif
