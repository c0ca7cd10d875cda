/* IEEE 802.15.4-2006, 7.2: frame control (type in bits 0 to 2, acknowledgement request in bit 5, mode of the
 * destination's address in bits 10 and 11), sequence number, PAN and address of the destination, ..., check sequence.
 */
#include "frame.h"

#include <string.h>

enum { TYPE_DATA = 1, TYPE_ACKNOWLEDGEMENT = 2, TYPE_MASK = 7, ACKNOWLEDGEMENT_REQUEST = 1 << 5 };
enum { DESTINATION_MODE = 0x0c, DESTINATION_SHORT = 0x08 };
enum { SEQUENCE_AT = 2, PAN_AT = 3, DESTINATION_AT = 5, ADDRESSED_BYTES = 7 };
enum { NANOSECONDS_PER_BYTE = 32000 };

/* CRC of ITU-T, x^16 + x^12 + x^5 + 1, from 0, least bit first: 7.2.1.9. */
static uint16_t check_sequence(const uint8_t *octets, unsigned bytes)
{
    uint16_t crc = 0;
    for (unsigned i = 0; i < bytes; i++) {
        crc ^= octets[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 1 ? crc >> 1 ^ 0x8408 : crc >> 1);
    }
    return crc;
}

static uint16_t number(const struct radio_frame *frame, unsigned at)
{
    return (uint16_t)(frame->octets[at] | frame->octets[at + 1] << 8);
}

struct radio_frame frame_of(const uint8_t *octets, uint8_t bytes)
{
    struct radio_frame frame = {.bytes = (uint8_t)(bytes + FCS_BYTES)};
    uint16_t crc = check_sequence(octets, bytes);
    memcpy(frame.octets, octets, bytes);
    frame.octets[bytes] = (uint8_t)crc;
    frame.octets[bytes + 1] = (uint8_t)(crc >> 8);
    return frame;
}

struct radio_frame frame_acknowledgement(const struct radio_frame *acknowledged)
{
    return frame_of((const uint8_t[]){TYPE_ACKNOWLEDGEMENT, 0, acknowledged->octets[SEQUENCE_AT]},
                    FRAME_MIN - FCS_BYTES);
}

bool frame_acknowledges(const struct radio_frame *frame, const struct radio_frame *sent)
{
    return frame->bytes == FRAME_MIN && (frame->octets[0] & TYPE_MASK) == TYPE_ACKNOWLEDGEMENT &&
           frame->octets[SEQUENCE_AT] == sent->octets[SEQUENCE_AT];
}

static bool is_addressed(const struct radio_frame *frame)
{
    return frame->bytes >= ADDRESSED_BYTES + FCS_BYTES && (frame->octets[0] & TYPE_MASK) == TYPE_DATA &&
           (frame->octets[1] & DESTINATION_MODE) == DESTINATION_SHORT;
}

bool frame_is_broadcast(const struct radio_frame *frame)
{
    return is_addressed(frame) && number(frame, DESTINATION_AT) == BROADCAST;
}

bool frame_is_for(const struct radio_frame *frame, uint16_t address, uint16_t pan)
{
    if (!is_addressed(frame))
        return false;
    uint16_t destination_pan = number(frame, PAN_AT), destination = number(frame, DESTINATION_AT);
    return (destination_pan == pan || destination_pan == BROADCAST) &&
           (destination == address || destination == BROADCAST);
}

bool frame_wants_acknowledgement(const struct radio_frame *frame)
{
    return frame->octets[0] & ACKNOWLEDGEMENT_REQUEST && is_addressed(frame) && !frame_is_broadcast(frame);
}

uint64_t frame_duration(const struct radio_frame *frame)
{
    return (uint64_t)(AIR_BYTES + frame->bytes) * NANOSECONDS_PER_BYTE;
}
