/* A point decrypted with EC-ElGamal. */
#include "bench.h"
#include "motecurve/elgamal.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], ciphertext[2 * MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(ciphertext, sizeof ciphertext);
    BENCH_CALL(status = mc_elgamal_decrypt_point(point, private_key, ciphertext, sizeof private_key, sizeof ciphertext,
                                                 MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(point, sizeof point);
}
