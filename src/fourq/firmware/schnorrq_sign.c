/* SchnorrQ signature of a message. */
#include "bench.h"
#include "motecurve/fourq/fourq.h"

#define MESSAGE_BYTES 32

static uint8_t private_key[MC_FOURQ_KEY_BYTES], message[MESSAGE_BYTES], signature[MC_SCHNORRQ_SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_schnorrq_sign(signature, private_key, message, sizeof private_key, sizeof message));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
