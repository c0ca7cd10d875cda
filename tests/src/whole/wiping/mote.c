/* Calls functions of the library in a mote image and reports the data that each left on the stack.
 * tests/src/whole/wiping/mote.py writes calls.h: the calls, as cases of their numbers, on bytes at places in
 * `memory`. */
#include <string.h>

#include "bench.h"
#include "calls.h"

#define PAINT 0xa5

static uint8_t memory[MEMORY_BYTES] __attribute__((aligned(8)));
static union {
    mc_hmac_context hmac;
    mc_hmac_sha256_key key;
    mc_shake256_context shake;
} slots[SLOTS];
static const uint8_t *tape;

static int play(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    while (bytes--)
        *out++ = *tape++;
    return 0;
}

static int read_octets(void *context, uint8_t *out, size_t offset, size_t bytes)
{
    const uint8_t *message = context;
    while (bytes--)
        *out++ = message[offset++];
    return 0;
}

static __attribute__((noinline)) uint8_t make_call(uint8_t number)
{
    uint8_t status = 0;
    switch (number) {
        CALLS
    }
    return status;
}

/* Below this function's frame, which holds data that is read and written here and nothing of the library's. */
void bench_operation(void)
{
    uint8_t number, status, count[2];
    volatile uint8_t *below = (volatile uint8_t *)__builtin_frame_address(0) - OWN_BYTES;
    bench_read(&number, 1);
    bench_read(count, sizeof count);
    memset(memory, 0, sizeof memory);
    bench_read(memory, (size_t)(count[0] | count[1] << 8));
    for (size_t i = 1; i <= STACK_BYTES; i++)
        *(below - i) = PAINT;
#ifndef MC_BENCH_EMPTY
    bench_mark_stack();
    status = make_call(number);
#endif
    for (size_t i = STACK_BYTES; i >= 1; i--)
        bench_write_byte(*(below - i));
    bench_write(&status, 1);
    bench_write(memory, sizeof memory);
}
