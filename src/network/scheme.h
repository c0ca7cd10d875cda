/* What a scheme of key agreement is to the engine (node.c). One file, or folder, of schemes/ for each.
 *
 * The initiator writes the odd messages of an exchange, the responder the even ones. Before the last one is written, or
 * when it has been read, the scheme has filled in exchange->secret; the engine makes the session's key of it, both
 * nonces, both ids and the scheme's number by HKDF-SHA-256. The reader of the last message then confirms the key by
 * traffic of no data, and its writer takes the session at that. Until then the old session, if any, stays. So a scheme
 * need not confirm keys for the engine's sake, but it has to make sure by itself who the peer is.
 *
 * `write` and `read` run as one task where the node has a stack: their locals count, and they wipe them. An error ends
 * the exchange, whose state and secret are wiped; the initiator tries again later. A scheme has no other memory than
 * exchange->state; it reads its provision from the store where it needs it, from MC_NETWORK_PROVISION_AT on. */
#ifndef MC_NETWORK_SCHEME_H
#define MC_NETWORK_SCHEME_H

#include "motecurve/network/node.h"

enum {
    MC_NETWORK_GLOBAL = 1,
    MC_NETWORK_LEAP,
    MC_NETWORK_SOK,
    MC_NETWORK_IBE,
    MC_NETWORK_ECQV,
    MC_NETWORK_ECDSA_ECDH,
    MC_NETWORK_EDHOC
};

/* Results of schemes beside those of status.h and pairing/ibe.h, which ends at 59. */
#define MC_NETWORK_ERROR_PEER  ((mc_status)60) /* genuine, but from or for another node than those of the exchange */
#define MC_NETWORK_ERROR_NONCE ((mc_status)61) /* made for another nonce: a replay, or a late one */

struct mc_network_scheme {
    const char *name;
    uint8_t number;                             /* one of the above */
    uint8_t messages;                           /* of an exchange, 1 to 15 */
    uint8_t has_initiator_nonce;                /* whether message 1 brings one; else it is zeros */
    uint16_t exchange_bytes, message_bytes_max; /* of a state, and of the longest message */
    /* The longest that a mote computes from a message to the one that answers it, in milliseconds: from then on the
     * initiator repeats its message. */
    uint16_t answer_ms;
    /* Checks the provision when the node begins; null if there is nothing to check. */
    mc_status (*start)(mc_network_node *node);
    /* Writes message `number`, from 1: exchange->message and ->bytes. */
    mc_status (*write)(mc_network_exchange *exchange, uint8_t number);
    /* Reads message `number`, of which exchange->bytes octets came, 0 to ->size. MC_OK: it is genuine. */
    mc_status (*read)(mc_network_exchange *exchange, uint8_t number);
    /* Called at each poll between exchanges' steps; returns the ticks until it wants to be called again. Or null. */
    uint32_t (*poll)(mc_network_node *node);
};

/* An mc_random of an exchange, for ephemeral keys and whatever else must not repeat: HKDF-SHA-256 of the platform's
 * random octets, with exchange->fresh as the salt. So none repeat after a restart, though the platform's may. */
int mc_network_random(void *exchange, uint8_t *out, size_t bytes);

/* The provision's octets from `at` on, counted from the scheme's own part. */
static inline mc_status mc_network_provision(const mc_network_platform *platform, uint16_t at, uint8_t *out,
                                             size_t bytes)
{
    return platform->store_read(platform->context, (uint16_t)(MC_NETWORK_PROVISION_AT + at), out, bytes);
}

#endif
