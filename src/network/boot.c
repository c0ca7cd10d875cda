/* Numbers of starts, in the store twice, and what is made of them. */
#include "network/boot.h"

#include <string.h>

#include "network/parameters.h"
#include "network/state.h"

enum { NUMBER_BYTES = 4, COPY_BYTES = 2 * NUMBER_BYTES, COPIES = 2 };

/* Reads a copy; 0 if it is not right. */
static uint8_t is_right(const uint8_t copy[COPY_BYTES])
{
    uint8_t same = 0xff;
    for (uint8_t i = 0; i < NUMBER_BYTES; i++)
        same &= copy[i] ^ copy[NUMBER_BYTES + i];
    return same == 0xff;
}

/* The number after the greater one of the copies that are right, 1 if none is: the first start. It is in the store
 * before it is used, in the copy that the last one is not in. */
static mc_status next_number(uint8_t number[NUMBER_BYTES], const mc_network_platform *platform)
{
    uint8_t copy[COPY_BYTES];
    mc_status status = MC_OK;
    memset(number, 0, NUMBER_BYTES);
    for (uint8_t i = 0; i < COPIES && status == MC_OK; i++) {
        status =
            platform->store_read(platform->context, (uint16_t)(MC_NETWORK_BOOT_AT + i * COPY_BYTES), copy, sizeof copy);
        if (is_right(copy) && memcmp(copy, number, NUMBER_BYTES) > 0)
            memcpy(number, copy, NUMBER_BYTES);
    }
    if (status != MC_OK)
        return status;
    uint8_t at = NUMBER_BYTES;
    while (at && !++number[--at])
        if (!at)
            return MC_ERROR_ABANDONED;
    for (uint8_t i = 0; i < NUMBER_BYTES; i++) {
        copy[i] = number[i];
        copy[NUMBER_BYTES + i] = (uint8_t)~number[i];
    }
    return platform->store_write(platform->context,
                                 (uint16_t)(MC_NETWORK_BOOT_AT + (number[NUMBER_BYTES - 1] & 1) * COPY_BYTES), copy,
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
