/* Verification of a message's EdDSA signature with a verdict, which the caller examines. */
#include "motecurve/eddsa.h"
#include "verdict.h"

#define MESSAGE_BYTES 32

static uint8_t signature[MC_MAX_SIGNATURE_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], message[MESSAGE_BYTES];

BENCH_VERDICT(mc_eddsa_verify_verdict(verdict, signature, public_key, message, sizeof signature, sizeof public_key,
                                      sizeof message, MC_THE_CURVE))

void bench_operation(void)
{
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    RUN_VERDICT();
}
