/* EdDSA signature of a message with an expanded key. */
#include "bench.h"
#include "motecurve/eddsa.h"

#define MESSAGE_BYTES 32

static uint8_t expanded_key[MC_EDDSA_EXPANDED_KEY_BYTES(MC_MAX_SCALAR_BYTES)], message[MESSAGE_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(expanded_key, sizeof expanded_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_eddsa_sign_expanded(signature, expanded_key, message, NULL, sizeof expanded_key,
                                               sizeof message, 0, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
