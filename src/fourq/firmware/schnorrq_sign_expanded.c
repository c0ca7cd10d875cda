/* SchnorrQ signature of a message with an expanded key. */
#include "bench.h"
#include "motecurve/fourq/fourq.h"

#define MESSAGE_BYTES 32

static uint8_t expanded_key[MC_SCHNORRQ_EXPANDED_KEY_BYTES], message[MESSAGE_BYTES];
static uint8_t signature[MC_SCHNORRQ_SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(expanded_key, sizeof expanded_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status =
                   mc_schnorrq_sign_expanded(signature, expanded_key, message, sizeof expanded_key, sizeof message));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
