/* HPKE in base mode with ChaCha20-Poly1305: set up and a message of 32 bytes opened. */
#include "bench.h"
#include "motecurve/hpke.h"

#define MESSAGE_BYTES 32

static uint8_t private_key[MC_MAX_SCALAR_BYTES], enc[MC_MAX_PUBLIC_KEY_BYTES], message[MESSAGE_BYTES];
static uint8_t ciphertext[MESSAGE_BYTES + MC_HPKE_TAG_BYTES];

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_hpke_open(void)
{
    static const mc_hpke_options options = MC_HPKE_DEFAULTS;
    mc_hpke_receiver receiver;
    mc_status status = mc_hpke_receiver_begin(&receiver, private_key, enc, NULL, (const uint8_t *)"bench",
                                              sizeof private_key, sizeof enc, 0, 5, &options, MC_THE_CURVE);
    if (status == MC_OK)
        status = mc_hpke_open(message, &receiver, ciphertext, (const uint8_t *)"data", sizeof ciphertext, 4);
    mc_hpke_end(&receiver.context);
    return status;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(enc, sizeof enc);
    bench_read(ciphertext, sizeof ciphertext);
    BENCH_CALL(status = mc_bench_hpke_open());
    bench_write(&status, sizeof status);
    bench_write(message, sizeof message);
}
