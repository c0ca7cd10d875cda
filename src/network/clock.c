/* Time, which the platform gives, and chance. */
#include "network/clock.h"

uint32_t mc_network_now(const mc_network_node *node)
{
    return node->platform->now(node->platform->context);
}

uint32_t mc_network_after(const mc_network_node *node, uint32_t ticks)
{
    return mc_network_now(node) + ticks;
}

uint32_t mc_network_until(uint32_t then, uint32_t now)
{
    return then - now > UINT32_MAX / 2 ? 0 : then - now;
}

/* xorshift32 (Marsaglia 2003) */
uint32_t mc_network_noise(mc_network_node *node, uint32_t bound)
{
    uint32_t noise = node->noise;
    noise ^= noise << 13;
    noise ^= noise >> 17;
    noise ^= noise << 5;
    node->noise = noise;
    return bound ? noise % bound : 0;
}
