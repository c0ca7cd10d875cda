/* Buckets of tokens. */
#include "network/budget.h"

#include "network/clock.h"
#include "network/parameters.h"
#include "network/scheme.h"

/* The time in sixteenths of a second, of which 2,048 s can be told apart. */
static uint16_t now(const mc_network_node *node)
{
    return (uint16_t)(mc_network_now(node) / (MC_NETWORK_TICKS / 16));
}

void mc_budget_fill(mc_network_node *node)
{
    for (uint8_t i = 0; i < MC_BUDGETS; i++) {
        node->refilled[i] = now(node);
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
    const uint16_t wait = kind == MC_BUDGET_ANSWER ? MC_NETWORK_ANSWERS_MS / 62
                                                   : node->scheme->answer_ms / (64 / MC_NETWORK_BUDGET_WAITS);
    while ((int16_t)(now(node) - node->refilled[kind] - wait) >= 0) {
        node->refilled[kind] += wait / 2 + (uint16_t)mc_network_noise(node, wait);
        if (node->budget[kind] == MC_NETWORK_BUDGET)
            node->refilled[kind] = now(node);
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
