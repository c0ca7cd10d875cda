/* Buckets of tokens. */
#include "network/budget.h"

#include "network/clock.h"
#include "network/parameters.h"
#include "network/scheme.h"

void mc_budget_fill(mc_network_node *node)
{
    node->refilled = mc_network_now(node);
    for (uint8_t i = 0; i < MC_BUDGETS; i++)
        node->budget[i] = MC_NETWORK_BUDGET;
}

void mc_budget_give_back(mc_network_node *node)
{
    for (uint8_t i = 0; i < MC_BUDGETS; i++)
        if (node->budget[i] < MC_NETWORK_BUDGET)
            node->budget[i]++;
}

static uint32_t period(const mc_network_node *node)
{
    return mc_network_ticks((uint32_t)node->scheme->answer_ms * MC_NETWORK_BUDGET_WAITS);
}

uint32_t mc_budget_next(const mc_network_node *node)
{
    return node->refilled + period(node);
}

uint8_t mc_budget_take(mc_network_node *node, uint8_t kind)
{
    const uint32_t ticks = period(node), now = mc_network_now(node);
    if (now - node->refilled >= MC_NETWORK_BUDGET * ticks) {
        mc_budget_fill(node);
    } else {
        while (now - node->refilled >= ticks) {
            node->refilled += ticks;
            mc_budget_give_back(node);
        }
    }
    if (!node->budget[kind])
        return 0;
    node->budget[kind]--;
    return 1;
}
