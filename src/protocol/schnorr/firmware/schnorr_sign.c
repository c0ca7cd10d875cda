/* Signature of a message of 32 bytes by EC-SDSA. */
#include "bench.h"
#include "motecurve/schnorr.h"

#define MESSAGE_BYTES 32

static uint8_t private_key[MC_MAX_SCALAR_BYTES], message[MESSAGE_BYTES];
static uint8_t signature[MC_SHA256_BYTES + MC_MAX_SCALAR_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_schnorr_sign(signature, private_key, message, sizeof private_key, sizeof message,
                                        MC_SCHNORR_SDSA, &mc_sha256, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
