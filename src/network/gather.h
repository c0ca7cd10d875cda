/* Datagrams of exchanges that come. */
#ifndef MC_NETWORK_GATHER_H
#define MC_NETWORK_GATHER_H

#include "motecurve/network/node.h"
#include "network/frame.h"

void mc_exchange_receive(mc_network_node *node, uint16_t source, const mc_datagram *datagram);
void mc_exchange_receive_busy(mc_network_node *node, uint16_t source, const mc_datagram *datagram);

#endif
