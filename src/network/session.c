/* A session's key, HKDF-SHA-256(secret; info = "motecurve" | scheme | initiator | responder | both nonces), and its
 * place with the neighbour.
 *
 * A session that is made has both counters at 0, so no key is ever installed twice: the initiator's part of the secret
 * or nonce is new with each exchange, and a responder lets each own nonce serve for one session with a peer. Both have
 * the number of a start in them (boot.c), so that this holds though random octets repeat. */
#include "network/session.h"

#include <string.h>

#include "motecurve/kdf.h"
#include "network/budget.h"
#include "network/clock.h"
#include "network/neighbours.h"
#include "network/state.h"
#include "word/word.h"

static const MC_FLASH char label[] = "motecurve";

mc_status mc_session_derive(mc_network_node *node)
{
    enum { LABEL_BYTES = sizeof label - 1, INFO_BYTES = LABEL_BYTES + 5 + 2 * MC_NETWORK_NONCE_BYTES };
    mc_network_exchange *exchange = &node->exchange;
    const uint8_t is_initiator = exchange->role == MC_NETWORK_INITIATOR;
    uint8_t info[INFO_BYTES];
    for (uint8_t i = 0; i < LABEL_BYTES; i++)
        info[i] = (uint8_t)label[i];
    info[LABEL_BYTES] = node->scheme->number;
    mc_session_put_id(info + LABEL_BYTES + 1, is_initiator ? exchange->own : exchange->peer);
    mc_session_put_id(info + LABEL_BYTES + 3, is_initiator ? exchange->peer : exchange->own);
    memcpy(info + LABEL_BYTES + 5, exchange->nonce_initiator, MC_NETWORK_NONCE_BYTES);
    memcpy(info + LABEL_BYTES + 5 + MC_NETWORK_NONCE_BYTES, exchange->nonce_responder, MC_NETWORK_NONCE_BYTES);
    node->pending.sent = node->pending.received = 0;
    return mc_hkdf(node->pending.key, MC_NETWORK_KEY_BYTES, &mc_sha256, NULL, 0, exchange->secret,
                   MC_NETWORK_SECRET_BYTES, info, sizeof info);
}

uint8_t mc_session_install(mc_network_node *node)
{
    const mc_network_exchange *exchange = &node->exchange;
    mc_network_neighbour *neighbour = mc_network_find_or_prove(node, exchange->peer);
    if (!neighbour)
        return 0;
    mc_budget_give_back(node);
    neighbour->session = node->pending;
    neighbour->due = mc_network_now(node);
    neighbour->tag = node->tag;
    neighbour->failures = 0;
    neighbour->flags &= (uint8_t)~(MC_NEIGHBOUR_REKEY | MC_NEIGHBOUR_CONFIRM);
    neighbour->flags |= MC_NEIGHBOUR_KEYED;
    if (exchange->role == MC_NETWORK_RESPONDER) {
        neighbour->generation = exchange->nonce_responder[MC_NETWORK_GENERATION];
        neighbour->flags |= MC_NEIGHBOUR_USED;
    } else {
        memcpy(neighbour->boot, mc_network_boot_of(exchange->nonce_responder), sizeof neighbour->boot);
    }
    if (node->state == MC_EXCHANGE_COMPUTING) /* it has read the last message */
        neighbour->flags |= MC_NEIGHBOUR_CONFIRM;
    return 1;
}

void mc_session_end(mc_network_node *node, mc_network_neighbour *neighbour)
{
    mc_wipe(&neighbour->session, sizeof neighbour->session);
    neighbour->flags &= (uint8_t)~(MC_NEIGHBOUR_KEYED | MC_NEIGHBOUR_REKEY | MC_NEIGHBOUR_CONFIRM);
    neighbour->failures = 0;
    neighbour->due = mc_network_now(node);
    if (!mc_network_wants_exchange(node, neighbour))
        mc_network_answer(node, neighbour, MC_NETWORK_TIMER(ANSWER_SOON));
}
