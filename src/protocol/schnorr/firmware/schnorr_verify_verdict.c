/* Verification of the signature of a message of 32 bytes by EC-SDSA, with a verdict, which the caller examines. */
#include "motecurve/schnorr.h"
#include "verdict.h"

#define MESSAGE_BYTES 32

static uint8_t signature[MC_SHA256_BYTES + MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t message[MESSAGE_BYTES];

BENCH_VERDICT(mc_schnorr_verify_verdict(verdict, signature, public_key, message, sizeof signature, sizeof public_key,
                                        sizeof message, MC_SCHNORR_SDSA, &mc_sha256, MC_THE_CURVE))

void bench_operation(void)
{
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    RUN_VERDICT();
}
