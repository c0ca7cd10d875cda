/* The public key of a private key of EdDSA. */
#include "bench.h"
#include "motecurve/key.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    BENCH_CALL(status = mc_public_key(public_key, private_key, sizeof private_key, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(public_key, sizeof public_key);
}
