/* Frames and datagrams: their octets. Addresses stand little-endian, as IEEE 802.15.4 has them; numbers of datagrams
 * big-endian. */
#include "network/frame.h"

#include "motecurve/network/node.h"

/* Frame control (7.2.1.1): a data frame, no security, one PAN, short addresses; and the bit that asks for an
 * acknowledgement. */
#define DATA_FRAME      0x8841
#define ASKS_FOR_ANSWER 0x0020
#define KEYLESS_FLAG    0x80

static uint16_t little(const uint8_t *octets)
{
    return (uint16_t)(octets[0] | octets[1] << 8);
}

static void put_little(uint8_t *octets, uint16_t number)
{
    octets[0] = (uint8_t)number;
    octets[1] = (uint8_t)(number >> 8);
}

uint8_t mc_frame_read(mc_frame *frame, const uint8_t *octets, size_t bytes)
{
    *frame = (mc_frame){0};
    if (bytes <= MC_NETWORK_MAC_HEADER_BYTES || bytes > MC_NETWORK_FRAME_BYTES ||
        (little(octets) & ~ASKS_FOR_ANSWER) != DATA_FRAME)
        return 0;
    frame->sequence = octets[2];
    frame->pan = little(octets + 3);
    frame->destination = little(octets + 5);
    frame->source = little(octets + 7);
    frame->payload = octets + MC_NETWORK_MAC_HEADER_BYTES;
    frame->bytes = (uint8_t)(bytes - MC_NETWORK_MAC_HEADER_BYTES);
    return 1;
}

void mc_frame_write(uint8_t header[MC_NETWORK_MAC_HEADER_BYTES], const mc_frame *frame)
{
    put_little(header, frame->destination == MC_NETWORK_BROADCAST ? DATA_FRAME : DATA_FRAME | ASKS_FOR_ANSWER);
    header[2] = frame->sequence;
    put_little(header + 3, frame->pan);
    put_little(header + 5, frame->destination);
    put_little(header + 7, frame->source);
}

static uint8_t read_hello(mc_datagram *datagram, const uint8_t *octets, uint8_t bytes)
{
    datagram->is_keyless = octets[1] >> 7;
    datagram->scheme = octets[1] & 0x0f;
    datagram->octets = octets + 2;
    datagram->bytes = MC_NETWORK_NONCE_BYTES;
    return bytes == MC_NETWORK_HELLO_BYTES && !(octets[1] & 0x70);
}

static uint8_t read_exchange(mc_datagram *datagram, const uint8_t *octets, uint8_t bytes)
{
    datagram->scheme = octets[1] >> 4;
    datagram->number = octets[1] & 0x0f;
    datagram->tag = (uint16_t)(octets[2] << 8 | octets[3]);
    if (datagram->type == MC_DATAGRAM_BUSY)
        return datagram->number != 0 && bytes == MC_NETWORK_BUSY_BYTES;
    if (datagram->number == 0 || bytes < MC_NETWORK_EXCHANGE_HEADER_BYTES)
        return 0;
    datagram->fragment = octets[4] >> 4;
    datagram->others = octets[4] & 0x0f;
    datagram->octets = octets + MC_NETWORK_EXCHANGE_HEADER_BYTES;
    datagram->bytes = (uint8_t)(bytes - MC_NETWORK_EXCHANGE_HEADER_BYTES);
    if (datagram->fragment < datagram->others)
        return datagram->bytes == MC_NETWORK_FRAGMENT_BYTES;
    return datagram->fragment == datagram->others && datagram->others < MC_NETWORK_FRAGMENTS_MAX &&
           datagram->bytes <= MC_NETWORK_FRAGMENT_BYTES && (datagram->bytes || !datagram->others);
}

static uint8_t read_traffic(mc_datagram *datagram, const uint8_t *octets, uint8_t bytes)
{
    if (bytes < MC_NETWORK_TRAFFIC_HEADER_BYTES + MC_NETWORK_TAG_BYTES)
        return 0;
    for (uint8_t i = 1; i < MC_NETWORK_TRAFFIC_HEADER_BYTES; i++)
        datagram->counter = datagram->counter << 8 | octets[i];
    datagram->octets = octets + MC_NETWORK_TRAFFIC_HEADER_BYTES;
    datagram->bytes = (uint8_t)(bytes - MC_NETWORK_TRAFFIC_HEADER_BYTES);
    return datagram->bytes <= MC_NETWORK_DATA_BYTES_MAX + MC_NETWORK_TAG_BYTES;
}

uint8_t mc_datagram_read(mc_datagram *datagram, const uint8_t *octets, uint8_t bytes)
{
    *datagram = (mc_datagram){0};
    if (bytes < MC_NETWORK_BUSY_BYTES || octets[0] >> 4 != MC_NETWORK_VERSION) /* the shortest datagram */
        return 0;
    datagram->type = octets[0] & 0x0f;
    switch (datagram->type) {
    case MC_DATAGRAM_HELLO:
        return read_hello(datagram, octets, bytes);
    case MC_DATAGRAM_EXCHANGE:
    case MC_DATAGRAM_BUSY:
        return read_exchange(datagram, octets, bytes);
    case MC_DATAGRAM_TRAFFIC:
        return read_traffic(datagram, octets, bytes);
    default:
        return 0;
    }
}

uint8_t mc_datagram_write(uint8_t *header, const mc_datagram *datagram)
{
    header[0] = (uint8_t)(MC_NETWORK_VERSION << 4 | datagram->type);
    if (datagram->type == MC_DATAGRAM_HELLO) {
        header[1] = (uint8_t)((datagram->is_keyless ? KEYLESS_FLAG : 0) | datagram->scheme);
        return 2;
    }
    if (datagram->type == MC_DATAGRAM_TRAFFIC) {
        for (uint8_t i = 1; i < MC_NETWORK_TRAFFIC_HEADER_BYTES; i++)
            header[i] = (uint8_t)(datagram->counter >> (32 - 8 * i));
        return MC_NETWORK_TRAFFIC_HEADER_BYTES;
    }
    header[1] = (uint8_t)(datagram->scheme << 4 | datagram->number);
    header[2] = (uint8_t)(datagram->tag >> 8);
    header[3] = (uint8_t)datagram->tag;
    if (datagram->type == MC_DATAGRAM_BUSY)
        return MC_NETWORK_BUSY_BYTES;
    header[4] = (uint8_t)(datagram->fragment << 4 | datagram->others);
    return MC_NETWORK_EXCHANGE_HEADER_BYTES;
}
