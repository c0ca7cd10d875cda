/* One frame at a time to the radio: unslotted CSMA-CA with the radio's single look at the carrier, and repetitions
 * where no acknowledgement comes (IEEE 802.15.4-2006, 7.5.1.4 and 7.5.6.4). */
#include "network/transmit.h"

#include "network/clock.h"
#include "network/state.h"

/* After a busy carrier: one that is busy for a cycle is not asked again at once. */
#if MC_NETWORK_WAKE_INTERVAL_MS
#define CONGESTION_PERIOD_US (MC_NETWORK_WAKE_INTERVAL_MS * UINT32_C(1000) / MC_NETWORK_CONGESTION_PARTS)
#else
#define CONGESTION_PERIOD_US MC_NETWORK_BACKOFF_PERIOD_US
#endif

/* Draws the back-off: 0 to 2^exponent - 1 periods. */
static void back_off(mc_network_node *node, uint32_t period_us)
{
    mc_network_transmission *transmission = &node->transmission;
    const uint32_t periods = mc_network_noise(node, (uint32_t)1 << transmission->exponent);
    transmission->due = mc_network_after(node, periods * period_us * (MC_NETWORK_TICKS / 128) / (1000000 / 128));
}

static void begin_backing_off(mc_network_node *node)
{
    node->transmission.backoffs = 0;
    node->transmission.exponent = MC_NETWORK_BACKOFF_EXPONENT_MIN;
    back_off(node, MC_NETWORK_BACKOFF_PERIOD_US);
}

uint8_t *mc_transmission_open(mc_network_node *node, uint16_t destination, const mc_datagram *datagram)
{
    uint8_t *octets = node->transmission.octets;
    const mc_frame frame = {
        .pan = node->pan, .destination = destination, .source = node->id, .sequence = node->sequence++};
    mc_frame_write(octets, &frame);
    octets += MC_NETWORK_MAC_HEADER_BYTES;
    return octets + mc_datagram_write(octets, datagram);
}

void mc_transmission_queue(mc_network_node *node, uint8_t kind, uint8_t bytes)
{
    static const uint8_t headers[] = {2, MC_NETWORK_EXCHANGE_HEADER_BYTES, MC_NETWORK_BUSY_BYTES,
                                      MC_NETWORK_TRAFFIC_HEADER_BYTES};
    mc_network_transmission *transmission = &node->transmission;
    const uint8_t type = transmission->octets[MC_NETWORK_MAC_HEADER_BYTES] & 0x0f;
    transmission->bytes = (uint8_t)(MC_NETWORK_MAC_HEADER_BYTES + headers[type] + bytes);
    transmission->kind = kind;
    transmission->retries = 0;
    node->flags &= (uint8_t)~MC_NODE_IS_QUIET;
    begin_backing_off(node);
}

uint16_t mc_transmission_destination(const mc_network_node *node)
{
    const uint8_t *address = node->transmission.octets + MC_NETWORK_DESTINATION_AT;
    return (uint16_t)(address[0] | address[1] << 8);
}

void mc_transmission_poll(mc_network_node *node)
{
    mc_network_transmission *transmission = &node->transmission;
    if (!transmission->bytes || transmission->in_radio || mc_network_until(transmission->due, mc_network_now(node)))
        return;
    transmission->in_radio = 1;
    node->platform->send(node->platform->context, transmission->octets, transmission->bytes);
}

void mc_transmission_forget_fragment(mc_network_node *node)
{
    mc_network_transmission *transmission = &node->transmission;
    if (transmission->bytes && transmission->kind == MC_SENDS_FRAGMENT) {
        transmission->kind = MC_SENDS_OTHER;
        if (!transmission->in_radio)
            transmission->bytes = 0;
    }
}

mc_transmission_event mc_transmission_take(mc_network_node *node, mc_network_outcome outcome)
{
    mc_network_transmission *transmission = &node->transmission;
    if (!transmission->in_radio)
        return MC_TRANSMISSION_GOES_ON;
    transmission->in_radio = 0;
    node->flags &= (uint8_t)~MC_NODE_IS_QUIET;
    if (outcome == MC_NETWORK_CHANNEL_BUSY && transmission->backoffs < MC_NETWORK_BACKOFFS_MAX) {
        transmission->backoffs++;
        if (transmission->exponent < MC_NETWORK_BACKOFF_EXPONENT_MAX)
            transmission->exponent++;
        back_off(node, CONGESTION_PERIOD_US);
        return MC_TRANSMISSION_GOES_ON;
    }
    if (outcome == MC_NETWORK_NO_ACKNOWLEDGEMENT && transmission->retries < MC_NETWORK_FRAME_RETRIES_MAX) {
        transmission->retries++;
        begin_backing_off(node);
        return MC_TRANSMISSION_GOES_ON;
    }
    transmission->bytes = 0;
    return outcome == MC_NETWORK_SENT ? MC_TRANSMISSION_SENT : MC_TRANSMISSION_GIVEN_UP;
}
