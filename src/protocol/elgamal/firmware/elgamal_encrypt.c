/* A point encrypted with EC-ElGamal; the source of random bytes gives the number k that was read. */
#include "bench.h"
#include "motecurve/elgamal.h"
#include "source.h"

static uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES], point[MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t ciphertext[2 * MC_MAX_PUBLIC_KEY_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
#ifndef MC_BENCH_EMPTY
    uint8_t calls = 0;
#endif
    bench_read(given, sizeof given);
    bench_read(public_key, sizeof public_key);
    bench_read(point, sizeof point);
    BENCH_CALL(status = mc_elgamal_encrypt_point(ciphertext, public_key, point, sizeof public_key, sizeof point, source,
                                                 &calls, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(ciphertext, sizeof ciphertext);
}
