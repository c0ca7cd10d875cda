/* The firmware of a mote in a network: the engine (motecurve/network/node.h) with the scheme MC_NETWORK_SCHEME of the
 * image's configuration, and a small application that exchanges authenticated messages with each neighbour that shares
 * a key. The CPU sleeps while nothing is due.
 *
 * A message tells a neighbour how many of its messages came, and how many it is known to have got; it is repeated until
 * the neighbour has got as many as the settings say, for a frame may be lost. */
#include <string.h>

#include "access.h"
#include "motecurve/network/node.h"
#include "word/word.h"

#if MC_NETWORK_WAKE_INTERVAL_MS
enum { PERIOD = MC_NETWORK_TICKS / 8 + MC_NETWORK_WAKE_INTERVAL_MS * UINT32_C(4) * MC_NETWORK_TICKS / 1000 };
#else
enum { PERIOD = MC_NETWORK_TICKS / 8 }; /* between the messages to a neighbour */
#endif
enum { STORE_ID = 4 };       /* where the provision holds id and PAN, big-endian */
enum { MESSAGE_BYTES = 16 }; /* the rest is a reading of a sensor, as it were */

struct neighbour {
    uint16_t id;                      /* 0: none */
    uint8_t came, known_to_have_come; /* its messages; by its last message */
    uint8_t got;                      /* of ours, by its last message */
    uint8_t is_answer_due;
    uint32_t due;
};

static mc_network_node node;
static struct neighbour neighbours[MC_NETWORK_NEIGHBOURS];
static uint8_t messages; /* that each neighbour must get */
static uint8_t frame[MAILBOX_FRAME_BYTES];

/* The simulator knows a task's stack by this name. */
uint8_t task_stack[MC_NETWORK_STACK_BYTES] __attribute__((aligned(2)));

static struct neighbour *find(uint16_t id)
{
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++)
        if (neighbours[i].id == id)
            return &neighbours[i];
    return NULL;
}

static void to_radio(void *context, const uint8_t *octets, size_t bytes)
{
    (void)context;
    access_send(octets, bytes);
}

static uint32_t ticks_now(void *context)
{
    (void)context;
    return mailbox_time();
}

static int random_octets(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    mailbox_random(out, bytes);
    return 0;
}

static mc_status from_store(void *context, uint16_t at, uint8_t *out, size_t bytes)
{
    (void)context;
    mailbox_store_read(at % MAILBOX_STORE_BYTES, out, bytes);
    return MC_OK;
}

static mc_status to_store(void *context, uint16_t at, const uint8_t *octets, size_t bytes)
{
    (void)context;
    mailbox_store_write(at % MAILBOX_STORE_BYTES, octets, bytes);
    return MC_OK;
}

/* Sends what is due to a neighbour; returns the ticks until something is due to it. */
static uint32_t talk(struct neighbour *neighbour)
{
    const uint32_t now = mailbox_time();
    uint8_t message[MESSAGE_BYTES] = {neighbour->came, neighbour->got};
    if ((int32_t)(neighbour->due - now) > 0)
        return neighbour->due - now;
    mc_status status = mc_network_send(&node, neighbour->id, message, sizeof message);
    if (status == MC_OK) {
        neighbour->is_answer_due = 0;
        neighbour->due = now + PERIOD;
        return 0;
    }
    /* MC_BUSY: a frame is on its way, and its end wakes the mote. */
    neighbour->due = now + (status == MC_BUSY ? 0 : PERIOD);
    return status == MC_BUSY ? MC_NETWORK_NEVER : PERIOD;
}

/* A neighbour that is keyed anew has restarted: its messages are counted from 0. Data at once confirm the session, too,
 * in place of a frame without any. */
static void keyed(void *context, uint16_t peer)
{
    (void)context;
    struct neighbour *neighbour = find(peer);
    if (neighbour == NULL)
        neighbour = find(0);
    if (neighbour == NULL)
        return;
    memset(neighbour, 0, sizeof *neighbour);
    neighbour->id = peer;
    neighbour->due = mailbox_time();
    mailbox_report(MAILBOX_KEYED, peer);
    if (MC_NETWORK_WAKE_INTERVAL_MS == 0 || messages != 0) /* a train is dear */
        talk(neighbour);
}

static void received(void *context, uint16_t peer, const uint8_t *data, size_t bytes)
{
    (void)context;
    struct neighbour *neighbour = find(peer);
    mailbox_report(MAILBOX_MESSAGE, peer);
    if (neighbour == NULL || bytes != MESSAGE_BYTES)
        return;
    neighbour->came += neighbour->came < UINT8_MAX;
    neighbour->got = data[0];
    neighbour->known_to_have_come = data[1];
    neighbour->is_answer_due = neighbour->known_to_have_come < messages;
}

static uint8_t is_to_be_told(const struct neighbour *neighbour)
{
    return neighbour->id != 0 && (neighbour->got < messages || neighbour->is_answer_due);
}

static uint32_t application(void)
{
    uint32_t least = MC_NETWORK_NEVER;
    for (uint8_t i = 0; i < MC_NETWORK_NEIGHBOURS; i++) {
        uint32_t ticks = is_to_be_told(&neighbours[i]) ? talk(&neighbours[i]) : MC_NETWORK_NEVER;
        least = ticks < least ? ticks : least;
    }
    return least;
}

static void serve_radio(void)
{
    uint8_t status = access_serve();
    if (status & MAILBOX_HAS_OUTCOME)
        mc_network_sent(&node, (mc_network_outcome)access_outcome());
    if (status & MAILBOX_HAS_FRAME) {
        size_t bytes = access_frame(frame);
        mc_network_receive(&node, frame, bytes);
    }
}

static void begin(void)
{
    static const mc_network_platform platform = {NULL,       to_radio, ticks_now, random_octets,
                                                 from_store, to_store, keyed,     received};
    uint8_t place[4];
    mailbox_settings(&messages, 1);
    mailbox_store_read(STORE_ID, place, sizeof place);
    mailbox_address((uint16_t)(place[0] << 8 | place[1]), (uint16_t)(place[2] << 8 | place[3]));
    access_begin((uint16_t)(place[0] << 8 | place[1]), (uint16_t)(place[2] << 8 | place[3]), frame);
    mc_status status = mc_network_begin(&node, &MC_NETWORK_SCHEME, &platform, task_stack, sizeof task_stack);
    if (status != MC_OK)
        mailbox_fail(status == MC_ERROR_ENCODING ? "the provision is none of this scheme" : "the node does not begin");
}

int main(void)
{
    begin();
    for (;;) {
        serve_radio();
        uint32_t engine = mc_network_poll(&node), own = application();
        uint32_t ticks = engine < own ? engine : own, access = access_due();
        ticks = access < ticks ? access : ticks;
        if (ticks != 0)
            mailbox_sleep(ticks);
    }
}
