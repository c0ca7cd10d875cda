/* Verification of the signature of a message of 32 bytes by EC-SDSA. */
#include "bench.h"
#include "motecurve/schnorr.h"

#define MESSAGE_BYTES 32

static uint8_t signature[MC_SHA256_BYTES + MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t message[MESSAGE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_schnorr_verify(signature, public_key, message, sizeof signature, sizeof public_key,
                                          sizeof message, MC_SCHNORR_SDSA, &mc_sha256, MC_THE_CURVE));
    bench_write(&status, sizeof status);
}
