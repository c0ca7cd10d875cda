/* The table of neighbours, and HELLOs: who has to begin, who has to answer, who has restarted. */
#include "network/neighbours.h"

#include <string.h>

#include "network/boot.h"
#include "network/budget.h"
#include "network/clock.h"
#include "network/state.h"
#include "network/transmit.h"
#include "word/word.h"

mc_network_neighbour *mc_network_find(const mc_network_node *node, uint16_t id)
{
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++) {
        const mc_network_neighbour *neighbour = &node->neighbours[i];
        if (neighbour->flags && neighbour->id == id)
            return (mc_network_neighbour *)neighbour;
    }
    return NULL;
}

static uint8_t is_proven(const mc_network_neighbour *neighbour)
{
    return neighbour->flags & (MC_NEIGHBOUR_KEYED | MC_NEIGHBOUR_USED);
}

/* Whether a stranger's record may go: nothing is to be done for it, or an exchange with it failed. Until its turn has
 * come it stays, whoever else comes. One with which a session was made stays for good: its generation keeps old
 * exchanges from being replayed. */
static uint8_t may_go(const mc_network_node *node, const mc_network_neighbour *neighbour)
{
    if (is_proven(neighbour) || (node->state != MC_EXCHANGE_NONE && node->exchange.peer == neighbour->id))
        return 0;
    return neighbour->failures ||
           (!mc_network_wants_exchange(node, neighbour) && !(neighbour->flags & MC_NEIGHBOUR_ANSWER));
}

/* A free place; else that of a stranger which may go; for one that has proved who it is that of any stranger. */
static mc_network_neighbour *find_room(mc_network_node *node, uint8_t is_for_proven)
{
    mc_network_neighbour *room = NULL;
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++) {
        mc_network_neighbour *neighbour = &node->neighbours[i];
        if (!neighbour->flags)
            return neighbour;
        if ((may_go(node, neighbour) && !(room && neighbour->flags & MC_NEIGHBOUR_LIVES)) ||
            (is_for_proven && !room && !is_proven(neighbour)))
            room = neighbour;
    }
    return room;
}

static mc_network_neighbour *find_or_add(mc_network_node *node, uint16_t id, uint8_t is_for_proven)
{
    mc_network_neighbour *neighbour = mc_network_find(node, id);
    if (!neighbour && (neighbour = find_room(node, is_for_proven)))
        *neighbour = (mc_network_neighbour){.id = id, .flags = MC_NEIGHBOUR_KNOWN, .due = mc_network_now(node)};
    return neighbour;
}

mc_network_neighbour *mc_network_find_or_add(mc_network_node *node, uint16_t id)
{
    return find_or_add(node, id, 0);
}

mc_network_neighbour *mc_network_find_or_prove(mc_network_node *node, uint16_t id)
{
    return find_or_add(node, id, 1);
}

uint8_t mc_network_has_room(const mc_network_node *node)
{
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++)
        if (!is_proven(&node->neighbours[i]))
            return 1;
    return 0;
}

void mc_network_answer(mc_network_node *node, mc_network_neighbour *neighbour, uint32_t delay_ms)
{
    const uint32_t ticks = mc_network_ticks(delay_ms);
    if ((neighbour->flags & MC_NEIGHBOUR_ANSWER) || !mc_budget_take(node, MC_BUDGET_ANSWER))
        return;
    neighbour->flags |= MC_NEIGHBOUR_ANSWER;
    neighbour->due = mc_network_after(node, ticks + mc_network_noise(node, ticks));
}

/* Of a lesser node: it has to begin, where there is no session, or another nonce says that the peer has restarted. A
 * peer that only claims to have no key is believed now and then. Failures count on, whatever a HELLO says: it may be
 * forged. */
static void consider_beginning(mc_network_node *node, mc_network_neighbour *neighbour, uint8_t is_new,
                               uint8_t is_keyless)
{
    if (neighbour->flags & MC_NEIGHBOUR_KEYED) {
        const uint8_t was_wanted = neighbour->flags & MC_NEIGHBOUR_REKEY;
        const uint8_t restarted =
            memcmp(neighbour->boot, mc_network_boot_of(neighbour->nonce), sizeof neighbour->boot) != 0;
        const uint8_t is_believed =
            mc_network_now(node) - neighbour->due > mc_network_ticks(MC_NETWORK_REKEY_INTERVAL_MS);
        if (!restarted && !was_wanted && !(is_keyless && is_believed))
            return;
        if (!restarted && !is_keyless) { /* what seemed to be a restart was not one */
            neighbour->flags &= (uint8_t)~MC_NEIGHBOUR_REKEY;
            return;
        }
        neighbour->flags |= MC_NEIGHBOUR_REKEY;
        is_new |= !was_wanted;
    }
    if (neighbour->failures >= MC_NETWORK_FAILURES_MAX)
        neighbour->failures = MC_NETWORK_FAILURES_MAX - 1; /* once more */
    else if (!is_new || neighbour->failures)
        return;
    neighbour->due = mc_network_after(node, mc_network_noise(node, mc_network_ticks(MC_NETWORK_TIMER(BEGIN_WINDOW))));
}

/* Of a greater node: it has to say its nonce, unless the lesser one has begun, or begins before. A broadcast of its own
 * to come is no reason to wait: the lesser node may miss it, and nothing would tell. */
static void consider_answering(mc_network_node *node, mc_network_neighbour *neighbour, uint8_t has_restarted,
                               uint8_t is_keyless)
{
    if (neighbour->flags & MC_NEIGHBOUR_KEYED) {
        const uint8_t is_believed =
            mc_network_now(node) - neighbour->due > mc_network_ticks(MC_NETWORK_REKEY_INTERVAL_MS);
        if (has_restarted || (is_keyless && is_believed))
            mc_network_answer(node, neighbour, MC_NETWORK_TIMER(ANSWER_SOON));
    } else if (is_keyless || has_restarted || node->state == MC_EXCHANGE_NONE || node->exchange.peer != neighbour->id) {
        mc_network_answer(node, neighbour, is_keyless ? MC_NETWORK_TIMER(ANSWER_SOON) : MC_NETWORK_TIMER(ANSWER_DELAY));
    }
}

void mc_network_receive_hello(mc_network_node *node, uint16_t source, const mc_datagram *datagram)
{
    mc_network_neighbour *neighbour;
    uint8_t is_new, has_restarted;
    if (datagram->scheme != node->scheme->number || !(neighbour = mc_network_find_or_add(node, source)))
        return;
    is_new = !(neighbour->flags & MC_NEIGHBOUR_HEARD);
    has_restarted = !is_new && memcmp(neighbour->nonce, datagram->octets, MC_NETWORK_BOOT_BYTES);
    is_new |= memcmp(neighbour->nonce, datagram->octets, MC_NETWORK_NONCE_BYTES) != 0;
    memcpy(neighbour->nonce, datagram->octets, MC_NETWORK_NONCE_BYTES);
    neighbour->flags |= MC_NEIGHBOUR_HEARD;
    if (node->id < source)
        consider_beginning(node, neighbour, is_new, datagram->is_keyless);
    else
        consider_answering(node, neighbour, has_restarted, datagram->is_keyless);
}

static void queue_hello(mc_network_node *node, uint16_t destination, uint8_t is_keyless, uint8_t kind)
{
    const mc_datagram hello = {.type = MC_DATAGRAM_HELLO, .scheme = node->scheme->number, .is_keyless = is_keyless};
    memcpy(mc_transmission_open(node, destination, &hello), node->nonce, MC_NETWORK_NONCE_BYTES);
    mc_transmission_queue(node, kind, MC_NETWORK_NONCE_BYTES);
}

/* A HELLO to one neighbour. An own nonce with which a session with it was made serves no other: the next one does. */
static void send_answer(mc_network_node *node, mc_network_neighbour *neighbour)
{
    neighbour->flags &= (uint8_t)~MC_NEIGHBOUR_ANSWER;
    neighbour->due = mc_network_now(node);
    if ((neighbour->flags & MC_NEIGHBOUR_USED) && neighbour->generation == node->nonce[MC_NETWORK_GENERATION]) {
        if (node->nonce[MC_NETWORK_GENERATION] == UINT8_MAX) {
            if (mc_network_draw_nonce(node) != MC_OK)
                return;
        } else {
            node->nonce[MC_NETWORK_GENERATION]++;
        }
    }
    queue_hello(node, neighbour->id, !(neighbour->flags & MC_NEIGHBOUR_KEYED), MC_SENDS_OTHER);
}

void mc_network_probe(mc_network_node *node, mc_network_neighbour *neighbour)
{
    neighbour->due = mc_network_after(node, mc_network_ticks(MC_NETWORK_TIMER(PROBE)));
    if (!node->transmission.bytes)
        queue_hello(node, neighbour->id, 0, MC_SENDS_PROBE);
}

void mc_network_note_life(mc_network_node *node, uint8_t is_there)
{
    mc_network_neighbour *neighbour = mc_network_find(node, mc_transmission_destination(node));
    if (!neighbour || is_proven(neighbour))
        return;
    neighbour->flags &= (uint8_t)~MC_NEIGHBOUR_LIVES;
    if (is_there)
        neighbour->flags |= MC_NEIGHBOUR_LIVES;
    if (node->transmission.kind != MC_SENDS_PROBE)
        return;
    if (is_there)
        neighbour->due = mc_network_now(node);
    else
        *neighbour = (mc_network_neighbour){0};
}

uint8_t mc_network_is_doubtful(const mc_network_node *node, const mc_network_neighbour *neighbour, uint8_t kind)
{
    return node->budget[kind] <= MC_NETWORK_BUDGET / 2 &&
           !(neighbour && (is_proven(neighbour) || neighbour->flags & MC_NEIGHBOUR_LIVES));
}

void mc_network_schedule_hello(mc_network_node *node, uint32_t from)
{
    node->hello_due = from + mc_network_noise(node, mc_network_ticks(MC_NETWORK_TIMER(HELLO_WINDOW)));
}

/* A broadcast, ever more seldom. They never end: two nodes that missed all HELLOs of each other cannot know it. */
static void send_to_all(mc_network_node *node)
{
    const uint32_t last = mc_network_ticks(MC_NETWORK_HELLO_INTERVAL_LAST_MS);
    for (uint8_t i = 0; i < MC_BUDGETS; i++)
        (void)mc_budget_left(node, i); /* before times wrap */
    mc_network_schedule_hello(node, mc_network_after(node, node->hello_interval));
    if (node->hello_interval < last)
        node->hello_interval *= 2;
    queue_hello(node, MC_NETWORK_BROADCAST, 0, MC_SENDS_HELLO);
}

void mc_network_send_hello(mc_network_node *node)
{
    const uint32_t now = mc_network_now(node);
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++) {
        mc_network_neighbour *neighbour = &node->neighbours[i];
        if ((neighbour->flags & MC_NEIGHBOUR_ANSWER) && !mc_network_until(neighbour->due, now)) {
            send_answer(node, neighbour);
            return;
        }
    }
    if (!mc_network_until(node->hello_due, now))
        send_to_all(node);
}

uint8_t mc_network_wants_exchange(const mc_network_node *node, const mc_network_neighbour *neighbour)
{
    const uint8_t flags = neighbour->flags;
    return node->id < neighbour->id && (flags & MC_NEIGHBOUR_HEARD) &&
           (!(flags & MC_NEIGHBOUR_KEYED) || (flags & MC_NEIGHBOUR_REKEY)) &&
           neighbour->failures < MC_NETWORK_FAILURES_MAX;
}
