/* HPKE in base mode with ChaCha20-Poly1305: set up and a message of 32 bytes sealed; the source of random bytes gives
 * the ephemeral key that was read. */
#include "bench.h"
#include "motecurve/hpke.h"
#include "source.h"

#define MESSAGE_BYTES 32

static uint8_t peer_key[MC_MAX_PUBLIC_KEY_BYTES], enc[MC_MAX_PUBLIC_KEY_BYTES], message[MESSAGE_BYTES];
static uint8_t ciphertext[MESSAGE_BYTES + MC_HPKE_TAG_BYTES];

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_hpke_seal(void)
{
    static const mc_hpke_options options = MC_HPKE_DEFAULTS;
    mc_hpke_sender sender;
    uint8_t calls = 0;
    mc_status status = mc_hpke_sender_begin(&sender, enc, peer_key, NULL, (const uint8_t *)"bench", sizeof peer_key, 0,
                                            5, &options, source, &calls, MC_THE_CURVE);
    if (status == MC_OK)
        status = mc_hpke_seal(ciphertext, &sender, message, (const uint8_t *)"data", sizeof message, 4);
    mc_hpke_end(&sender.context);
    return status;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(given, sizeof given);
    bench_read(peer_key, sizeof peer_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_bench_hpke_seal());
    bench_write(&status, sizeof status);
    bench_write(enc, sizeof enc);
    bench_write(ciphertext, sizeof ciphertext);
}
