/* Verification of a message's SchnorrQ signature. */
#include "bench.h"
#include "motecurve/fourq/fourq.h"

#define MESSAGE_BYTES 32

static uint8_t signature[MC_SCHNORRQ_SIGNATURE_BYTES], public_key[MC_FOURQ_KEY_BYTES], message[MESSAGE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_schnorrq_verify(signature, public_key, message, sizeof signature, sizeof public_key,
                                           sizeof message));
    bench_write(&status, sizeof status);
}
