/* Frames of IEEE 802.15.4 as the radio sees them: length, acknowledgement, addresses, check sequence. */
#ifndef MC_NETWORK_FRAME_H
#define MC_NETWORK_FRAME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FRAME_MAX = 127, /* octets with the check sequence */
    FRAME_MIN = 5,   /* an acknowledgement */
    FCS_BYTES = 2,
    AIR_BYTES = 6, /* preamble, start of frame, length */
    BROADCAST = 0xffff,
};

struct radio_frame {
    uint8_t octets[FRAME_MAX]; /* with the check sequence */
    uint8_t bytes;
};

/* The frame of these octets, at most FRAME_MAX - FCS_BYTES, with its check sequence. */
struct radio_frame frame_of(const uint8_t *octets, uint8_t bytes);

/* The acknowledgement of a frame. */
struct radio_frame frame_acknowledgement(const struct radio_frame *acknowledged);
bool frame_acknowledges(const struct radio_frame *frame, const struct radio_frame *sent);

bool frame_is_broadcast(const struct radio_frame *frame);

/* Whether it is a data frame to that address, or to all, in that PAN or in all. */
bool frame_is_for(const struct radio_frame *frame, uint16_t address, uint16_t pan);
bool frame_wants_acknowledgement(const struct radio_frame *frame);

/* Time on the air in nanoseconds, at 250 kbit/s. */
uint64_t frame_duration(const struct radio_frame *frame);

#endif
