/* For tests of nodes: sizes, and what a test may know of a node that its interface does not say. */
#include <string.h>

#include "network/frame.h"
#include "network/neighbours.h"
#include "network/state.h"

size_t test_node_bytes(void);
int test_session(const mc_network_node *node, uint16_t peer, uint8_t *key, uint32_t *sent, uint32_t *received);
void test_set_counters(mc_network_node *node, uint16_t peer, uint32_t sent, uint32_t received);
void test_set_generation(mc_network_node *node, uint16_t peer, uint8_t generation);
void test_nonce(const mc_network_node *node, uint8_t *nonce);
int test_state(const mc_network_node *node);
int test_number(const mc_network_node *node);
int test_error(const mc_network_node *node);
int test_flags(const mc_network_node *node, uint16_t peer);
int test_exchange_is_wiped(const mc_network_node *node);
int test_datagram(const uint8_t *octets, size_t bytes, mc_datagram *datagram, mc_frame *frame);

size_t test_node_bytes(void)
{
    return sizeof(mc_network_node);
}

int test_session(const mc_network_node *node, uint16_t peer, uint8_t *key, uint32_t *sent, uint32_t *received)
{
    const mc_network_neighbour *neighbour = mc_network_find(node, peer);
    if (!neighbour || !(neighbour->flags & MC_NEIGHBOUR_KEYED))
        return 0;
    memcpy(key, neighbour->session.key, MC_NETWORK_KEY_BYTES);
    *sent = neighbour->session.sent;
    *received = neighbour->session.received;
    return 1;
}

void test_set_counters(mc_network_node *node, uint16_t peer, uint32_t sent, uint32_t received)
{
    mc_network_neighbour *neighbour = mc_network_find(node, peer);
    neighbour->session.sent = sent;
    neighbour->session.received = received;
}

/* As if the session with that peer were of a later own nonce of the same start. */
void test_set_generation(mc_network_node *node, uint16_t peer, uint8_t generation)
{
    node->nonce[MC_NETWORK_NONCE_BYTES - 1] = generation;
    mc_network_find(node, peer)->generation = generation;
}

void test_nonce(const mc_network_node *node, uint8_t *nonce)
{
    memcpy(nonce, node->nonce, MC_NETWORK_NONCE_BYTES);
}

int test_state(const mc_network_node *node)
{
    return node->state;
}

int test_number(const mc_network_node *node)
{
    return node->number;
}

int test_error(const mc_network_node *node)
{
    return node->error;
}

int test_flags(const mc_network_node *node, uint16_t peer)
{
    const mc_network_neighbour *neighbour = mc_network_find(node, peer);
    return neighbour ? neighbour->flags : 0;
}

int test_exchange_is_wiped(const mc_network_node *node)
{
    const uint8_t *octets = (const uint8_t *)&node->exchange;
    unsigned sum = 0;
    for (size_t i = 0; i < sizeof node->exchange; i++)
        sum |= octets[i];
    for (size_t i = 0; i < sizeof node->memory; i++)
        sum |= node->memory.octets[i];
    for (size_t i = 0; i < sizeof node->pending.key; i++)
        sum |= node->pending.key[i];
    return sum == 0;
}

int test_datagram(const uint8_t *octets, size_t bytes, mc_datagram *datagram, mc_frame *frame)
{
    return mc_frame_read(frame, octets, bytes) && mc_datagram_read(datagram, frame->payload, frame->bytes);
}
