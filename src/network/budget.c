/* Buckets of tokens. */
#include "network/budget.h"

#include "network/clock.h"
#include "network/parameters.h"
#include "network/scheme.h"

void mc_budget_fill(mc_network_node *node)
{
    for (uint8_t i = 0; i < MC_BUDGETS; i++) {
        node->refilled[i] = node->started;
        node->budget[i] = MC_NETWORK_BUDGET;
    }
}

void mc_budget_give_back(mc_network_node *node)
{
    for (uint8_t i = 0; i < MC_BUDGETS; i++)
        node->budget[i] += node->budget[i] < MC_NETWORK_BUDGET;
}

/* More comes at random times, so that nobody can be there just then. */
uint8_t mc_budget_left(mc_network_node *node, uint8_t kind)
{
    const uint32_t now = mc_network_now(node);
    uint32_t ticks = (uint32_t)MC_NETWORK_ANSWERS_MS * MC_NETWORK_TICKS / 1000;
    if (kind != MC_BUDGET_ANSWER)
        ticks = (uint32_t)node->scheme->answer_ms * (MC_NETWORK_BUDGET_WAITS * (MC_NETWORK_TICKS / 1024)); /* a shift */
    while (!mc_network_until(node->refilled[kind] + ticks, now)) {
        node->refilled[kind] += ticks / 2 + mc_network_noise(node, ticks);
        if (node->budget[kind] == MC_NETWORK_BUDGET)
            node->refilled[kind] = now;
        else
            node->budget[kind]++;
    }
    return node->budget[kind];
}

uint8_t mc_budget_take(mc_network_node *node, uint8_t kind)
{
    const uint8_t left = mc_budget_left(node, kind);
    node->budget[kind] -= left != 0;
    return left;
}
