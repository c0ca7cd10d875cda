#include "frames.h"

#include "serial.h"

enum { END = 0xc0, ESCAPE = 0xdb, ESCAPED_END = 0xdc, ESCAPED_ESCAPE = 0xdd };

/* The polynomial of CRC-16/XMODEM, x^16 + x^12 + x^5 + 1, from 0xffff, so that leading zeros count. */
static uint16_t crc(const uint8_t *bytes, size_t count)
{
    uint16_t sum = 0xffff;
    while (count--) {
        sum ^= (uint16_t)(*bytes++ << 8);
        for (uint8_t i = 0; i < 8; i++)
            sum = (uint16_t)(sum & 0x8000 ? sum << 1 ^ 0x1021 : sum << 1);
    }
    return sum;
}

/* The bytes up to the next end of a frame; 0 if there are more than the capacity. */
static size_t receive(uint8_t *frame, size_t capacity)
{
    size_t count = 0;
    for (uint8_t byte; (byte = serial_get()) != END;) {
        if (byte == ESCAPE) {
            byte = serial_get();
            byte = byte == ESCAPED_END ? END : ESCAPE;
        }
        if (count < capacity)
            frame[count] = byte;
        count += count <= capacity;
    }
    return count > capacity ? 0 : count;
}

size_t frame_receive(uint8_t *frame, size_t capacity)
{
    for (;;) {
        const size_t count = receive(frame, capacity);
        if (count > FRAME_CRC_BYTES && crc(frame, count) == 0)
            return count - FRAME_CRC_BYTES;
    }
}

static void put(uint8_t byte)
{
    if (byte != END && byte != ESCAPE) {
        serial_put(byte);
        return;
    }
    serial_put(ESCAPE);
    serial_put(byte == END ? ESCAPED_END : ESCAPED_ESCAPE);
}

void frame_send(const uint8_t *frame, size_t bytes)
{
    const uint16_t sum = crc(frame, bytes);
    serial_put(END); /* ends whatever noise came before */
    for (size_t i = 0; i < bytes; i++)
        put(frame[i]);
    put((uint8_t)(sum >> 8));
    put((uint8_t)sum);
    serial_put(END);
}
