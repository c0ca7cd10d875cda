/* Numbers of starts, in the store twice, and what is made of them. */
#include "network/boot.h"

#include <string.h>

#include "network/neighbours.h"
#include "network/parameters.h"

enum { NUMBER_BYTES = 4, COPY_BYTES = 2 * NUMBER_BYTES, COPIES = 2 };

static uint32_t get(const uint8_t *octets)
{
    return (uint32_t)octets[0] << 24 | (uint32_t)octets[1] << 16 | (uint32_t)octets[2] << 8 | octets[3];
}

static void put(uint8_t *octets, uint32_t number)
{
    for (uint8_t i = 0; i < NUMBER_BYTES; i++)
        octets[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* The number of the last start, the greater one of the copies that are right; 0 if none is: the first start. */
static mc_status last_number(uint32_t *number, const mc_network_platform *platform)
{
    *number = 0;
    for (uint8_t i = 0; i < COPIES; i++) {
        uint8_t copy[COPY_BYTES];
        const uint16_t at = (uint16_t)(MC_NETWORK_BOOT_AT + i * COPY_BYTES);
        const mc_status status = platform->store_read(platform->context, at, copy, sizeof copy);
        if (status != MC_OK)
            return status;
        if (get(copy) == (uint32_t)~get(copy + NUMBER_BYTES) && get(copy) > *number)
            *number = get(copy);
    }
    return MC_OK;
}

/* The next number is in the store before it is used. It goes to the copy that the last one is not in. */
static mc_status next_number(uint8_t octets[NUMBER_BYTES], const mc_network_platform *platform)
{
    uint8_t copy[COPY_BYTES];
    uint32_t number;
    const mc_status status = last_number(&number, platform);
    if (status != MC_OK)
        return status;
    if (number++ == UINT32_MAX)
        return MC_ERROR_ABANDONED;
    put(copy, number);
    put(copy + NUMBER_BYTES, ~number);
    memcpy(octets, copy, NUMBER_BYTES);
    return platform->store_write(platform->context, (uint16_t)(MC_NETWORK_BOOT_AT + (number & 1) * COPY_BYTES), copy,
                                 sizeof copy);
}

mc_status mc_network_draw_nonce(mc_network_node *node)
{
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++)
        node->neighbours[i].flags &= (uint8_t)~MC_NEIGHBOUR_USED;
    node->nonce[MC_NETWORK_GENERATION] = 0;
    node->exchanges = 0;
    if (node->platform->random(node->platform->context, node->nonce, MC_NETWORK_BOOT_NUMBER_AT))
        return MC_ERROR_RANDOM;
    return next_number(node->nonce + MC_NETWORK_BOOT_NUMBER_AT, node->platform);
}

uint8_t mc_network_freshen(mc_network_node *node)
{
    uint8_t *fresh = node->exchange.fresh;
    if (node->exchanges == UINT16_MAX && mc_network_draw_nonce(node) != MC_OK)
        return 0;
    node->exchanges++;
    memcpy(fresh, node->nonce + MC_NETWORK_BOOT_NUMBER_AT, NUMBER_BYTES);
    fresh[NUMBER_BYTES] = (uint8_t)(node->exchanges >> 8);
    fresh[NUMBER_BYTES + 1] = (uint8_t)node->exchanges;
    return !node->platform->random(node->platform->context, fresh + NUMBER_BYTES + 2, 2);
}
