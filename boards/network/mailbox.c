#include "mailbox.h"

#include "io.h"

static void read_octets(uint8_t *out, size_t bytes)
{
    while (bytes--)
        *out++ = bench_read_byte();
}

static void write_octets(const uint8_t *octets, size_t bytes)
{
    while (bytes--)
        bench_write_byte(*octets++);
}

static void write_16(uint16_t number)
{
    bench_write_byte((uint8_t)number);
    bench_write_byte((uint8_t)(number >> 8));
}

uint8_t mailbox_status(void)
{
    bench_exit(MAILBOX_STATUS);
    return bench_read_byte();
}

void mailbox_address(uint16_t address, uint16_t pan)
{
    bench_exit(MAILBOX_ADDRESS);
    write_16(address);
    write_16(pan);
}

void mailbox_send(const uint8_t *frame, size_t bytes)
{
    bench_exit(MAILBOX_SEND);
    bench_write_byte((uint8_t)bytes);
    write_octets(frame, bytes);
}

void mailbox_radio(enum mailbox_radio state)
{
    bench_exit(MAILBOX_RADIO);
    bench_write_byte((uint8_t)state);
}

uint8_t mailbox_carrier(void)
{
    bench_exit(MAILBOX_CARRIER);
    return bench_read_byte();
}

void mailbox_load(const uint8_t *frame, size_t bytes)
{
    bench_exit(MAILBOX_LOAD);
    bench_write_byte((uint8_t)bytes);
    write_octets(frame, bytes);
}

void mailbox_transmit(void)
{
    bench_exit(MAILBOX_TRANSMIT);
}

uint8_t mailbox_outcome(void)
{
    bench_exit(MAILBOX_OUTCOME);
    return bench_read_byte();
}

size_t mailbox_frame(uint8_t frame[MAILBOX_FRAME_BYTES])
{
    bench_exit(MAILBOX_FRAME);
    size_t bytes = bench_read_byte();
    read_octets(frame, bytes);
    return bytes;
}

uint32_t mailbox_time(void)
{
    uint32_t time = 0;
    bench_exit(MAILBOX_TIME);
    for (uint8_t i = 0; i < 4; i++)
        time |= (uint32_t)bench_read_byte() << 8 * i;
    return time;
}

void mailbox_sleep(uint32_t ticks)
{
    bench_exit(MAILBOX_SLEEP);
    write_16((uint16_t)ticks);
    write_16((uint16_t)(ticks >> 16));
}

void mailbox_random(uint8_t *out, size_t bytes)
{
    bench_exit(MAILBOX_RANDOM);
    read_octets(out, bytes);
}

void mailbox_store_read(uint16_t at, uint8_t *out, size_t bytes)
{
    bench_exit(MAILBOX_STORE_READ);
    write_16(at);
    read_octets(out, bytes);
}

void mailbox_store_write(uint16_t at, const uint8_t *octets, size_t bytes)
{
    bench_exit(MAILBOX_STORE_WRITE);
    write_16(at);
    write_octets(octets, bytes);
}

void mailbox_settings(uint8_t *out, size_t bytes)
{
    bench_exit(MAILBOX_SETTINGS);
    read_octets(out, bytes);
}

void mailbox_report(enum mailbox_event event, uint16_t peer)
{
    bench_exit(MAILBOX_REPORT);
    bench_write_byte((uint8_t)event);
    write_16(peer);
}

void mailbox_fail(const char *reason)
{
    bench_exit(MAILBOX_REASON);
    while (*reason != '\0')
        bench_write_byte((uint8_t)*reason++);
    bench_exit(MAILBOX_END);
    for (;;)
        ;
}
