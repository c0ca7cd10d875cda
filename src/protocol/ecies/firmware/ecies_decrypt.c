/* A message of 32 bytes decrypted with ECIES. */
#include "bench.h"
#include "motecurve/ecies.h"

#define MESSAGE_BYTES    32
#define CIPHERTEXT_BYTES (MC_MAX_PUBLIC_KEY_BYTES + MESSAGE_BYTES + 16)

static uint8_t private_key[MC_MAX_SCALAR_BYTES], message[MESSAGE_BYTES], ciphertext[CIPHERTEXT_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
#ifndef MC_BENCH_EMPTY
    static const mc_ecies_options options = MC_ECIES_DEFAULTS;
#endif
    bench_read(private_key, sizeof private_key);
    bench_read(ciphertext, sizeof ciphertext);
    BENCH_CALL(status = mc_ecies_decrypt(message, private_key, ciphertext, sizeof private_key, sizeof ciphertext,
                                         &options, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(message, sizeof message);
}
