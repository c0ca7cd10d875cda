/* status, ciphertext: FullIdent, with random bytes from the input. */
#include "ibe.h"

#include <string.h>

static uint8_t identity[IDENTITY_BYTES], message[MESSAGE_BYTES], parameters[PARAMETERS_BYTES];
static uint8_t seed[SEED_BYTES], ciphertext[CIPHERTEXT_BYTES];

#ifndef MC_BENCH_EMPTY
static int source(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    memcpy(out, seed, bytes);
    return 0;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(message, sizeof message);
    bench_read(identity, sizeof identity);
    bench_read(parameters, sizeof parameters);
    bench_read(seed, sizeof seed);
    BENCH_CALL(status = mc_ibe_encrypt(ciphertext, message, identity, parameters, sizeof message, sizeof identity,
                                       sizeof parameters, source, NULL, GROUP));
    bench_write(&status, sizeof status);
    if (status == MC_OK)
        bench_write(ciphertext, sizeof ciphertext);
}
