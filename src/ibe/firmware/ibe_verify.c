/* status of a signature of a message. */
#include "ibe.h"

static uint8_t identity[IDENTITY_BYTES], message[MESSAGE_BYTES], parameters[PARAMETERS_BYTES];
static uint8_t signature[SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(signature, sizeof signature);
    bench_read(identity, sizeof identity);
    bench_read(message, sizeof message);
    bench_read(parameters, sizeof parameters);
    BENCH_CALL(status = mc_ibe_verify(signature, identity, message, parameters, sizeof signature, sizeof identity,
                                      sizeof message, sizeof parameters, GROUP));
    bench_write(&status, sizeof status);
}
