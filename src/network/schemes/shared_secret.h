/* The exchange of schemes whose pairs of nodes have, or can each compute, a static secret K of 16 octets: three
 * messages that prove to both sides that the other has K, now.
 *
 *   1  initiator    how                               which of the ways to K, where the scheme has several; else 0
 *   2  responder    MAC(2)
 *   3  initiator    MAC(3)
 *
 *   MAC(n)      HMAC-SHA-256(K; label | scheme | n | how | initiator | responder | both nonces), its first 8 octets
 *   the secret  the first 16 octets of the same with n = 0
 *
 * The initiator's nonce comes before message 1, the responder's in its HELLO. No forward secrecy: whoever learns K
 * opens what was recorded. The MACs are compared in constant time; everything but K is public. */
#ifndef MC_NETWORK_SHARED_SECRET_H
#define MC_NETWORK_SHARED_SECRET_H

#include "network/scheme.h"

#define MC_SHARED_SECRET_BYTES     16
#define MC_SHARED_SECRET_MAC_BYTES 8

/* exchange->state of these schemes. */
typedef struct {
    uint8_t pair[MC_SHARED_SECRET_BYTES]; /* K */
    uint8_t how;
    uint8_t is_known; /* whether K is there: a message that was forged does not cost it a second time */
} mc_shared_secret_state;

/* What differs between them. */
typedef struct {
    uint8_t scheme; /* its number */
    /* Of the initiator: how K is found. Null for 0. */
    mc_status (*choose)(uint8_t *how, const mc_network_exchange *exchange);
    /* K of the pair. An error, such as MC_ERROR_UNSUPPORTED for a way that this node has not, ends the exchange. */
    mc_status (*pair_secret)(uint8_t pair[MC_SHARED_SECRET_BYTES], const mc_network_exchange *exchange, uint8_t how);
    /* The peer has proved to have K. Null where nothing is kept. */
    mc_status (*proved)(const mc_network_exchange *exchange, const mc_shared_secret_state *state);
} mc_shared_secret;

/* `write` and `read` of a scheme. MC_ERROR_MESSAGE_LENGTH for a message of another length, MC_ERROR_MAC for one that is
 * not genuine, and those of the scheme's own. */
mc_status mc_shared_secret_write(mc_network_exchange *exchange, uint8_t number, const mc_shared_secret *kind);
mc_status mc_shared_secret_read(mc_network_exchange *exchange, uint8_t number, const mc_shared_secret *kind);

/* The members of mc_network_scheme that they share. */
#define MC_SHARED_SECRET_MEMBERS                                                                                       \
    .messages = 3, .has_initiator_nonce = 1, .exchange_bytes = sizeof(mc_shared_secret_state),                         \
    .message_bytes_max = MC_SHARED_SECRET_MAC_BYTES

#endif
