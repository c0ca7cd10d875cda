/* Frames on the serial line between the bench and a board: SLIP (RFC 1055), so that a lost byte costs one frame, with
 * a CRC of 16 bits at the end, so that a changed one is noticed. Longer frames than the buffer are dropped. */
#ifndef MC_DEVICE_FRAMES_H
#define MC_DEVICE_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_CRC_BYTES 2

/* Waits for a frame that is whole, and puts its bytes without the CRC into `frame` of `capacity` bytes, of which the
 * CRC takes the last two. Returns their number, 1 or more. */
size_t frame_receive(uint8_t *frame, size_t capacity);

/* Sends `bytes` bytes of a frame, and the CRC. */
void frame_send(const uint8_t *frame, size_t bytes);

#endif
