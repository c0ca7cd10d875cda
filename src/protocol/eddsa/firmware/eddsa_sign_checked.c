/* EdDSA signature of a message, verified before it is given out. */
#include "bench.h"
#include "motecurve/eddsa.h"

#define MESSAGE_BYTES 32

static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], message[MESSAGE_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_eddsa_sign_checked(signature, private_key, public_key, message, sizeof private_key,
                                              sizeof public_key, sizeof message, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
