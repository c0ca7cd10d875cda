/* LEAP (Zhu, Setia, Jajodia: LEAP, Efficient Security Mechanisms for Large-Scale Distributed Sensor Networks, CCS 2003,
 * 3.2): all nodes begin with one transitory key K_IN. A node v has the key K_v = PRF(K_IN, v) for good; whoever has
 * K_IN computes it, too, and so K_vu = PRF(K_v, u) of a pair. The time t after its first start a node erases K_IN: a
 * node that is captured later gives away its own links alone. That assumes that t is shorter than a capture takes, and
 * that what was erased is gone.
 *
 *   PRF(K, id)    HMAC-SHA-256(K; "leap" | kind | id), its first 16 octets; kind 1 for K_v, 2 for K_vu
 *   how           0: K_RI = PRF(K_R, I), so that a responder that is past t can be reached by a node that is not;
 *                 1: K_IR, the other way round, chosen by an initiator without K_IN
 *
 * Who computed a pair's key with K_IN stores it, so that the pair finds it again after a restart; the other side has
 * its own K_v. A node that restarts before t has lost count of the time, so it erases K_IN at once: its neighbours
 * still have it. K_IN is read from the store where it is needed and is never in RAM longer than a computation.
 *
 * Provision: t in seconds (2 octets, big-endian), state (1; 1 fresh), K_IN (16), K_v (16, written at the first start),
 * then stored pairs: how + 1 or 0 (1), peer (2), key (16) each, as many as there are neighbours. */
#include <string.h>

#include "motecurve/hmac.h"
#include "network/clock.h"
#include "network/schemes/shared_secret.h"
#include "network/state.h"
#include "word/word.h"

#define KEY_BYTES MC_SHARED_SECRET_BYTES
enum { AT_TIME = 0, AT_STATE = 2, AT_MASTER = 3, AT_OWN = 19, AT_PAIRS = 35, PAIR_BYTES = 3 + KEY_BYTES };
enum { ERASED = 0, FRESH, RUNNING };
enum { OF_NODE = 1, OF_PAIR = 2 };

static mc_status write_store(const mc_network_platform *platform, uint16_t at, const uint8_t *octets, size_t bytes)
{
    return platform->store_write(platform->context, (uint16_t)(MC_NETWORK_PROVISION_AT + at), octets, bytes);
}

static void derive(uint8_t out[KEY_BYTES], const uint8_t key[KEY_BYTES], uint8_t of, uint16_t id)
{
    const uint8_t text[] = {'l', 'e', 'a', 'p', of, (uint8_t)(id >> 8), (uint8_t)id};
    uint8_t mac[MC_SHA256_BYTES];
    mc_hmac_sha256_key made;
    mc_sha256_context context;
    mc_hmac_sha256_set_key(&made, key, KEY_BYTES);
    mc_hmac_sha256_begin(&context, &made);
    mc_sha256_feed(&context, text, sizeof text);
    mc_hmac_sha256_finish(mac, &context, &made);
    memcpy(out, mac, KEY_BYTES);
    mc_wipe(mac, sizeof mac);
    mc_wipe(&made, sizeof made);
}

/* K_v of another node, by K_IN: MC_ERROR_UNSUPPORTED if that has been erased. */
static mc_status derive_of_other(uint8_t out[KEY_BYTES], const mc_network_platform *platform, uint16_t id)
{
    uint8_t master[KEY_BYTES], state;
    mc_status status = mc_network_provision(platform, AT_STATE, &state, 1);
    if (status == MC_OK && state == ERASED)
        status = MC_ERROR_UNSUPPORTED;
    if (status == MC_OK)
        status = mc_network_provision(platform, AT_MASTER, master, KEY_BYTES);
    if (status == MC_OK)
        derive(out, master, OF_NODE, id);
    mc_wipe(master, sizeof master);
    return status;
}

/* The stored pair with that peer, or for peer 0xffff a free place; 0 if there is none. */
static uint16_t find_pair(uint8_t octets[PAIR_BYTES], const mc_network_platform *platform, uint16_t peer)
{
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++) {
        const uint16_t at = (uint16_t)(AT_PAIRS + i * PAIR_BYTES);
        if (mc_network_provision(platform, at, octets, PAIR_BYTES) != MC_OK)
            return 0;
        if (peer == MC_NETWORK_BROADCAST ? !octets[0]
                                         : octets[0] && octets[1] == peer >> 8 && octets[2] == (uint8_t)peer)
            return at;
    }
    return 0;
}

static mc_status choose(uint8_t *how, const mc_network_exchange *exchange)
{
    uint8_t octets[PAIR_BYTES], state;
    mc_status status = MC_OK;
    if (find_pair(octets, exchange->platform, exchange->peer)) {
        *how = (uint8_t)(octets[0] - 1) & 1;
    } else {
        status = mc_network_provision(exchange->platform, AT_STATE, &state, 1);
        *how = status == MC_OK && state == ERASED;
    }
    mc_wipe(octets, sizeof octets);
    return status;
}

/* Whether this side is the one whose K_v the pair's key comes from. */
static uint8_t is_owner(const mc_network_exchange *exchange, uint8_t how)
{
    return (exchange->role == MC_NETWORK_INITIATOR) == how;
}

static mc_status pair_secret(uint8_t pair[KEY_BYTES], const mc_network_exchange *exchange, uint8_t how)
{
    uint8_t octets[PAIR_BYTES], owner[KEY_BYTES];
    mc_status status;
    if (how > 1)
        return MC_ERROR_UNSUPPORTED;
    if (is_owner(exchange, how)) {
        status = mc_network_provision(exchange->platform, AT_OWN, owner, KEY_BYTES);
        if (status == MC_OK)
            derive(pair, owner, OF_PAIR, exchange->peer);
    } else if (find_pair(octets, exchange->platform, exchange->peer) && octets[0] == how + 1) {
        memcpy(pair, octets + 3, KEY_BYTES);
        status = MC_OK;
    } else {
        status = derive_of_other(owner, exchange->platform, exchange->peer);
        if (status == MC_OK)
            derive(pair, owner, OF_PAIR, exchange->own);
    }
    mc_wipe(octets, sizeof octets);
    mc_wipe(owner, sizeof owner);
    return status;
}

/* Stores the key of a pair that this side has computed by K_IN, if there is room: else it serves until a restart. */
static mc_status store_pair(const mc_network_exchange *exchange, const mc_shared_secret_state *state)
{
    uint8_t octets[PAIR_BYTES];
    mc_status status = MC_OK;
    uint16_t at;
    if (is_owner(exchange, state->how))
        return MC_OK;
    at = find_pair(octets, exchange->platform, exchange->peer);
    if (!at)
        at = find_pair(octets, exchange->platform, MC_NETWORK_BROADCAST);
    octets[0] = state->how + 1;
    octets[1] = (uint8_t)(exchange->peer >> 8);
    octets[2] = (uint8_t)exchange->peer;
    memcpy(octets + 3, state->pair, KEY_BYTES);
    if (at)
        status = write_store(exchange->platform, at, octets, PAIR_BYTES);
    mc_wipe(octets, sizeof octets);
    return status;
}

static mc_status erase(const mc_network_platform *platform)
{
    static const uint8_t zeros[KEY_BYTES] = {0};
    const uint8_t erased = ERASED;
    const mc_status status = write_store(platform, AT_MASTER, zeros, KEY_BYTES);
    return status == MC_OK ? write_store(platform, AT_STATE, &erased, 1) : status;
}

static mc_status start(mc_network_node *node)
{
    const uint8_t running = RUNNING;
    uint8_t octets[AT_MASTER], own[KEY_BYTES];
    mc_status status = mc_network_provision(node->platform, AT_TIME, octets, sizeof octets);
    if (status != MC_OK || octets[AT_STATE] == ERASED)
        return status;
    if (octets[AT_STATE] == RUNNING)
        return erase(node->platform);
    if (octets[AT_STATE] != FRESH)
        return MC_ERROR_ENCODING;
    status = derive_of_other(own, node->platform, node->id);
    if (status == MC_OK)
        status = write_store(node->platform, AT_OWN, own, sizeof own);
    if (status == MC_OK)
        status = write_store(node->platform, AT_STATE, &running, 1);
    mc_wipe(own, sizeof own);
    node->flags |= MC_NODE_SCHEME_WAITS;
    node->scheme_due = node->started + (uint32_t)(octets[0] << 8 | octets[1]) * MC_NETWORK_TICKS;
    return status;
}

/* Erases K_IN when t is over; a store that fails is tried again. */
static uint32_t poll(mc_network_node *node)
{
    uint32_t ticks;
    if (!(node->flags & MC_NODE_SCHEME_WAITS))
        return MC_NETWORK_NEVER;
    ticks = mc_network_until(node->scheme_due, mc_network_now(node));
    if (ticks == 0 && erase(node->platform) == MC_OK) {
        node->flags &= (uint8_t)~MC_NODE_SCHEME_WAITS;
        return MC_NETWORK_NEVER;
    }
    return ticks;
}

static const mc_shared_secret kind = {
    .scheme = MC_NETWORK_LEAP, .choose = choose, .pair_secret = pair_secret, .proved = store_pair};

static mc_status write_message(mc_network_exchange *exchange, uint8_t number)
{
    return mc_shared_secret_write(exchange, number, &kind);
}

static mc_status read_message(mc_network_exchange *exchange, uint8_t number)
{
    return mc_shared_secret_read(exchange, number, &kind);
}

const mc_network_scheme mc_network_leap = {
    .name = "leap",
    .number = MC_NETWORK_LEAP,
    MC_SHARED_SECRET_MEMBERS,
    .answer_ms = 400,
    .start = start,
    .write = write_message,
    .read = read_message,
    .poll = poll,
};
