/* Runs the operation as many times as the input asks. */
#include "bench.h"
#include "motecurve/random.h"

void bench_read(void *buffer, size_t bytes)
{
    uint8_t *p = buffer;
    while (bytes--)
        *p++ = bench_read_byte();
}

void bench_write(const void *buffer, size_t bytes)
{
    const uint8_t *p = buffer;
    while (bytes--)
        bench_write_byte(*p++);
}

#if MC_BLINDING
/* Bytes from a shift register, the same ones in every run: for measuring, not for use. Its time is a few per mille of
 * a multiplication, and part of the measurement. */
static uint16_t blinding_state;

int mc_blinding_random(uint8_t *out, size_t bytes)
{
    while (bytes--) {
        blinding_state ^= (uint16_t)(blinding_state << 7);
        blinding_state ^= blinding_state >> 9;
        blinding_state ^= (uint16_t)(blinding_state << 8);
        *out++ = (uint8_t)blinding_state;
    }
    return 0;
}

static void begin_blinding(void)
{
    blinding_state = 0xace1;
}
#else
#define begin_blinding() ((void)0)
#endif

int main(void)
{
    while (bench_read_byte() == BENCH_COMMAND_RUN) {
        begin_blinding();
        bench_operation();
    }
    bench_exit(0);
    for (;;)
        ;
}
