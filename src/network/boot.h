/* Numbers of starts, so that nothing fresh repeats, whatever the source of random octets does. */
#ifndef MC_NETWORK_BOOT_H
#define MC_NETWORK_BOOT_H

#include "motecurve/network/node.h"

/* The next nonce of the own HELLOs, of generation 0, with the next number of a start, which is written to the store.
 * MC_ERROR_RANDOM, MC_ERROR_ABANDONED after the last number, and those of the store. */
mc_status mc_network_draw_nonce(mc_network_node *node);
/* Fills in exchange->fresh; 0 for an error. */
uint8_t mc_network_freshen(mc_network_node *node);

#endif
