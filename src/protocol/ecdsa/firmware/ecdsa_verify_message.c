/* Verification of a message's signature, hashed with SHA-256: all that a verified boot needs. */
#include "bench.h"
#include "motecurve/ecdsa.h"

static uint8_t signature[MC_MAX_SIGNATURE_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], message[32];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_ecdsa_verify_message(signature, public_key, message, sizeof signature, sizeof public_key,
                                                sizeof message, MC_THE_CURVE));
    bench_write(&status, sizeof status);
}
