/* A message of 32 bytes encrypted with ECIES; the source of random bytes gives the ephemeral key that was read. */
#include "bench.h"
#include "motecurve/ecies.h"
#include "source.h"

#define MESSAGE_BYTES    32
#define CIPHERTEXT_BYTES (MC_MAX_PUBLIC_KEY_BYTES + MESSAGE_BYTES + 16)

static uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES], message[MESSAGE_BYTES], ciphertext[CIPHERTEXT_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
#ifndef MC_BENCH_EMPTY
    static const mc_ecies_options options = MC_ECIES_DEFAULTS;
    uint8_t calls = 0;
#endif
    bench_read(given, sizeof given);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_ecies_encrypt(ciphertext, public_key, message, sizeof public_key, sizeof message, &options,
                                         source, &calls, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(ciphertext, sizeof ciphertext);
}
