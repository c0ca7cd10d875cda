/* What nodes do for whoever asks, without a proof: so much in a time. */
#ifndef MC_NETWORK_BUDGET_H
#define MC_NETWORK_BUDGET_H

#include "motecurve/network/node.h"

/* What is counted, each by itself, so that none of them can use up another. */
enum { MC_BUDGET_BEGIN = 0, MC_BUDGET_RESPOND, MC_BUDGET_ANSWER, MC_BUDGETS };

void mc_budget_fill(mc_network_node *node);
/* How many there are; to be called at least every 2,000 s. */
uint8_t mc_budget_left(mc_network_node *node, uint8_t kind);
/* Takes one; 0 if there is none. */
uint8_t mc_budget_take(mc_network_node *node, uint8_t kind);
/* One of each comes back: a peer has proved who it is. */
void mc_budget_give_back(mc_network_node *node);

#endif
