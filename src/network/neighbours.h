/* The table of neighbours, and HELLOs. */
#ifndef MC_NETWORK_NEIGHBOURS_H
#define MC_NETWORK_NEIGHBOURS_H

#include "motecurve/network/node.h"
#include "network/frame.h"
#include "network/parameters.h"
#include "network/state.h"

/* The last two octets of the start's number in a nonce. */
static inline const uint8_t *mc_network_boot_of(const uint8_t nonce[MC_NETWORK_NONCE_BYTES])
{
    return nonce + MC_NETWORK_BOOT_NUMBER_AT + 2;
}

mc_network_neighbour *mc_network_find(const mc_network_node *node, uint16_t id);
/* The same, or a stranger's new record; null if there are none but neighbours and strangers whose turn is to come. */
mc_network_neighbour *mc_network_find_or_add(mc_network_node *node, uint16_t id);
/* The same for a peer that has proved who it is: strangers give way; null if there are none. */
mc_network_neighbour *mc_network_find_or_prove(mc_network_node *node, uint16_t id);
/* Whether there is room for one more neighbour. */
uint8_t mc_network_has_room(const mc_network_node *node);
void mc_network_receive_hello(mc_network_node *node, uint16_t source, const mc_datagram *datagram);
/* Sends the HELLO that is due, if one is. */
void mc_network_send_hello(mc_network_node *node);
/* A HELLO to all, at some time within the window from then on. */
void mc_network_schedule_hello(mc_network_node *node, uint32_t from);
/* Whether this node has to begin an exchange with it, at `due`. */
uint8_t mc_network_wants_exchange(const mc_network_node *node, const mc_network_neighbour *neighbour);
/* A HELLO to a stranger, to see whether somebody acknowledges it. */
void mc_network_probe(mc_network_node *node, mc_network_neighbour *neighbour);
/* What the outcome of a frame to one node says of it. */
void mc_network_note_life(mc_network_node *node, uint8_t is_there);
/* Whether so much is asked for that a stranger has to show first that it is there. */
uint8_t mc_network_is_doubtful(const mc_network_node *node, const mc_network_neighbour *neighbour, uint8_t kind);
/* A HELLO to it alone, after one to two times that. */
void mc_network_answer(mc_network_node *node, mc_network_neighbour *neighbour, uint32_t delay_ms);

#endif
