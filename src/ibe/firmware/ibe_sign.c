/* status, signature of a message. */
#include "ibe.h"

static uint8_t identity[IDENTITY_BYTES], message[MESSAGE_BYTES], private_key[SIGNING_KEY_BYTES];
static uint8_t signature[SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(identity, sizeof identity);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_ibe_sign(signature, private_key, identity, message, sizeof private_key, sizeof identity,
                                    sizeof message, GROUP));
    bench_write(&status, sizeof status);
    if (status == MC_OK)
        bench_write(signature, sizeof signature);
}
