/* Buckets of tokens. */
#include "network/budget.h"

#include "network/clock.h"
#include "network/parameters.h"
#include "network/scheme.h"

void mc_budget_fill(mc_network_node *node)
{
    node->refilled = node->answers_refilled = mc_network_now(node);
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

/* At random times, so that nobody can come just when there is one more. */
void mc_budget_refill(mc_network_node *node)
{
    const uint32_t ticks = period(node), now = mc_network_now(node);
    const uint32_t of_answer = mc_network_ticks(MC_NETWORK_ANSWERS_MS);
    for (; !mc_network_until(node->answers_refilled + of_answer, now); node->answers_refilled += of_answer) {
        if (node->budget[MC_BUDGET_ANSWER] == MC_NETWORK_BUDGET) {
            node->answers_refilled = now;
            break;
        }
        node->budget[MC_BUDGET_ANSWER]++;
    }
    for (uint8_t i = 0; i < MC_NETWORK_BUDGET && !mc_network_until(node->refilled + ticks, now); i++) {
        node->refilled += ticks / 2 + mc_network_noise(node, ticks);
        mc_budget_give_back(node);
    }
    if (!mc_network_until(node->refilled + ticks, now))
        mc_budget_fill(node);
}

uint8_t mc_budget_take(mc_network_node *node, uint8_t kind)
{
    mc_budget_refill(node);
    if (!node->budget[kind])
        return 0;
    node->budget[kind]--;
    return 1;
}
