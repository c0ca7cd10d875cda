/* The running exchange. */
#ifndef MC_NETWORK_EXCHANGE_H
#define MC_NETWORK_EXCHANGE_H

#include "motecurve/network/node.h"

void mc_exchange_poll(mc_network_node *node);
void mc_exchange_compute(mc_network_node *node, uint8_t reads);
/* The own message is sent again, and written again where another took its place. */
void mc_exchange_send_again(mc_network_node *node);
void mc_exchange_send_fragment(mc_network_node *node);
/* The fragment that was given to the radio is there, or was given up. */
void mc_exchange_sent(mc_network_node *node, uint8_t is_sent);
/* The session of its secret becomes the neighbour's, and the exchange ends. */
void mc_exchange_complete(mc_network_node *node);
/* Whether it waits for a peer that is said to be busy: whatever else there is to do goes before it. */
uint8_t mc_exchange_is_held(const mc_network_node *node);
/* Ends it; after a failure, which may count among those in a row, the initiator tries again later. */
void mc_exchange_end(mc_network_node *node);
void mc_exchange_fail(mc_network_node *node, mc_status error, uint8_t counts);
/* Octets of the message with what precedes it, and where they stand. */
uint8_t *mc_exchange_octets(mc_network_node *node);
uint16_t mc_exchange_prefix_bytes(const mc_network_node *node);

#endif
