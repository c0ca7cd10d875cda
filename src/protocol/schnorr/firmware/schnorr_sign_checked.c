/* Signature of a message of 32 bytes by EC-SDSA, verified before it is given out. */
#include "bench.h"
#include "motecurve/schnorr.h"

#define MESSAGE_BYTES 32

static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], message[MESSAGE_BYTES];
static uint8_t signature[MC_SHA256_BYTES + MC_MAX_SCALAR_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_schnorr_sign_checked(signature, private_key, public_key, message, sizeof private_key,
                                                sizeof public_key, sizeof message, MC_SCHNORR_SDSA, &mc_sha256,
                                                MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
