/* One frame at a time to the radio. */
#ifndef MC_NETWORK_TRANSMIT_H
#define MC_NETWORK_TRANSMIT_H

#include "motecurve/network/node.h"
#include "network/frame.h"

/* Kinds of a transmission. */
enum { MC_SENDS_HELLO = 0, MC_SENDS_FRAGMENT, MC_SENDS_OTHER, MC_SENDS_PROBE };

/* What an outcome of the radio makes of a transmission. */
typedef enum {
    MC_TRANSMISSION_GOES_ON = 0, /* it is tried again, or there was none */
    MC_TRANSMISSION_SENT,
    MC_TRANSMISSION_GIVEN_UP,
} mc_transmission_event;

/* A free transmission is filled: the place of the datagram's octets after a header that is written there;
 * queued with so many octets of them. */
uint8_t *mc_transmission_open(mc_network_node *node, uint16_t destination, const mc_datagram *datagram);
void mc_transmission_queue(mc_network_node *node, uint8_t kind, uint8_t bytes);
/* Whom the last one was for. */
uint16_t mc_transmission_destination(const mc_network_node *node);
/* Gives the radio what is due. */
void mc_transmission_poll(mc_network_node *node);
/* Takes the outcome of the frame in the radio, and says what became of the transmission: of which kind it was still
 * stands in node->transmission. */
mc_transmission_event mc_transmission_take(mc_network_node *node, mc_network_outcome outcome);
/* A fragment that waits is not sent any more, or its outcome does not matter. */
void mc_transmission_forget_fragment(mc_network_node *node);

#endif
