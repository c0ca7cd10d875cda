/* Signature of a message, hashed with SHA-256, with the nonce of RFC 6979. */
#include "bench.h"
#include "motecurve/ecdsa.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], message[32], signature[MC_MAX_SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_ecdsa_sign_message(signature, private_key, message, sizeof private_key, sizeof message,
                                              MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
