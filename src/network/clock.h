/* Time in ticks, and chance, of one node. */
#ifndef MC_NETWORK_CLOCK_H
#define MC_NETWORK_CLOCK_H

#include "motecurve/network/node.h"
#include "network/parameters.h"

/* The cycle of a radio that sleeps, of the image's configuration; 0: it is always on. */
#ifndef MC_NETWORK_WAKE_INTERVAL_MS
#define MC_NETWORK_WAKE_INTERVAL_MS 0
#endif

/* The milliseconds of a timer of parameters.h, such as RESEND, with the cycles that it waits longer. */
#define MC_NETWORK_TIMER(name)                                                                                         \
    (MC_NETWORK_##name##_MS + (uint32_t)MC_NETWORK_##name##_CYCLES * MC_NETWORK_WAKE_INTERVAL_MS)

/* Differences are right within 2^31 ticks, 18 hours. */
uint32_t mc_network_now(const mc_network_node *node);
uint32_t mc_network_after(const mc_network_node *node, uint32_t ticks);
/* The ticks from now until then; 0 if it is past. */
uint32_t mc_network_until(uint32_t then, uint32_t now);
/* A number below `bound`, at random but no secret. */
uint32_t mc_network_noise(mc_network_node *node, uint32_t bound);
/* Ticks of milliseconds up to 1,024,000. */
static inline uint32_t mc_network_ticks(uint32_t milliseconds)
{
    return milliseconds / 1000 * MC_NETWORK_TICKS + milliseconds % 1000 * MC_NETWORK_TICKS / 1000;
}

#endif
