/* Key pair; the source of random octets gives the private key that was read. */
#include "bench.h"
#include "motecurve/key.h"

#include <string.h>

static uint8_t given[MC_MAX_SCALAR_BYTES], private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];

#ifndef MC_BENCH_EMPTY
/* Two blocks that differ, for the library's check of its source, then the candidate for the private key. */
static int source(void *context, uint8_t *out, size_t bytes)
{
    uint8_t *calls = context;
    if (++*calls <= 2)
        memset(out, *calls, bytes);
    else
        memcpy(out, given, bytes);
    return 0;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
#ifndef MC_BENCH_EMPTY
    uint8_t calls = 0;
#endif
    bench_read(given, sizeof given);
    BENCH_CALL(status = mc_key_generate(private_key, public_key, source, &calls, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(private_key, sizeof private_key);
    bench_write(public_key, sizeof public_key);
}
