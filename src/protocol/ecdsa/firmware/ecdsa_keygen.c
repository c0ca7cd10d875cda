/* Key pair; the source of random bytes gives the private key that was read. */
#include "bench.h"
#include "motecurve/key.h"
#include "source.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];

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
