/* The bench on a board's own silicon: answers frames on the serial line, for as long as it has power.
 *
 * A frame is a type, a number that the answer repeats, and what the type says:
 *   'H'           -> 'h', BUILD_ID (8 bytes), COUNTER_BITS, cycles of an empty call (4 bytes)
 *   'W'           -> 'w', cycles (4 bytes) of a pause of about a second, by which the host checks the clock
 *   'R', inputs   -> 'r', cycles (4 bytes), bytes of stack (2), outputs: one run of the operation
 *   any other     -> 'e'
 * Numbers begin with their lowest byte. A frame is answered as often as it comes, so a host repeats one whose answer is
 * lost. */
#include <string.h>

#include "bench.h"
#include "counter.h"
#include "frames.h"
#include "serial.h"

enum { TYPE, NUMBER, HEAD_BYTES, FIGURE_BYTES = 6 };

static const uint8_t build_id[] = {MC_DEVICE_BUILD_ID};

/* The frame that came, then the answer: an operation has read all of its inputs when it writes its outputs. Aligned, so
 * that the operation's own bytes lie after it as in the simulator's image: copies take longer at odd addresses. */
static uint8_t frame[MC_DEVICE_FRAME_BYTES] __attribute__((aligned(4)));
static size_t unread, end;
static uint8_t is_faulty;

void bench_read(void *buffer, size_t bytes)
{
    if (bytes > end - unread) {
        is_faulty = 1;
        memset(buffer, 0, bytes);
        return;
    }
    memcpy(buffer, frame + unread, bytes);
    unread += bytes;
}

void bench_write(const void *buffer, size_t bytes)
{
    if (bytes > sizeof frame - FRAME_CRC_BYTES - end) {
        is_faulty = 1;
        return;
    }
    memcpy(frame + end, buffer, bytes);
    end += bytes;
}

#ifndef PAUSE_LOOP_CYCLES /* counter.h of a platform says otherwise */
#define PAUSE_LOOP_CYCLES 10
#endif

/* About a second. */
static void __attribute__((noinline)) pause(void)
{
    for (uint32_t left = MC_DEVICE_CLOCK_HZ / PAUSE_LOOP_CYCLES; left; left--)
        __asm__ volatile("" ::: "memory");
}

static void put_number(uint8_t *place, uint32_t number, uint8_t bytes)
{
    for (uint8_t i = 0; i < bytes; i++, number >>= 8)
        place[i] = (uint8_t)number;
}

static void answer_hello(void)
{
    BENCH_CALL((void)0);
    memcpy(frame + HEAD_BYTES, build_id, sizeof build_id);
    frame[HEAD_BYTES + sizeof build_id] = COUNTER_BITS;
    put_number(frame + HEAD_BYTES + sizeof build_id + 1, counted_cycles(), 4);
    end = HEAD_BYTES + sizeof build_id + 1 + 4;
}

static void answer_pause(void)
{
    BENCH_CALL(pause());
    put_number(frame + HEAD_BYTES, counted_cycles(), 4);
    end = HEAD_BYTES + 4;
}

/* The outputs follow the inputs, and move in front of them at the end. */
static void answer_run(void)
{
    const size_t inputs_end = end;
    unread = HEAD_BYTES;
    is_faulty = 0;
    bench_operation();
    if (is_faulty || unread != inputs_end) {
        frame[TYPE] = 'e';
        end = HEAD_BYTES;
        return;
    }
    end -= inputs_end;
    memmove(frame + HEAD_BYTES + FIGURE_BYTES, frame + inputs_end, end);
    put_number(frame + HEAD_BYTES, counted_cycles(), 4);
    put_number(frame + HEAD_BYTES + 4, counted_stack(), 2);
    end += HEAD_BYTES + FIGURE_BYTES;
}

/* Puts the answer to a frame in its place. */
static void answer(uint8_t asked)
{
    frame[TYPE] = (uint8_t)(asked | 0x20); /* in small letters */
    if (asked == 'H') {
        answer_hello();
    } else if (asked == 'W') {
        answer_pause();
    } else if (asked == 'R') {
        answer_run();
    } else {
        frame[TYPE] = 'e';
        end = HEAD_BYTES;
    }
}

int main(void)
{
    serial_begin();
    for (;;) {
        end = frame_receive(frame, sizeof frame);
        if (end < HEAD_BYTES)
            continue;
        answer(frame[TYPE]);
        frame_send(frame, end);
    }
}
