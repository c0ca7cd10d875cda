/* SPAKE2+ as the prover, both of its calls; the source of random bytes gives the number that was read. */
#include "bench.h"
#include "motecurve/spake2plus.h"
#include "source.h"

static uint8_t w0[MC_MAX_SCALAR_BYTES], w1[MC_MAX_SCALAR_BYTES], share[MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t peer_share[MC_MAX_PUBLIC_KEY_BYTES], peer_confirmation[MC_SHA256_BYTES];
static uint8_t key[MC_SHA256_BYTES], confirmation[MC_SHA256_BYTES];

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_spake2plus_prove(void)
{
    static const mc_spake2plus_names names = {
        (const uint8_t *)"bench", (const uint8_t *)"client", (const uint8_t *)"server", 5, 6, 6};
    mc_spake2plus_prover prover;
    uint8_t calls = 0;
    const mc_status status =
        mc_spake2plus_prover_begin(&prover, share, w0, w1, sizeof w0, sizeof w1, source, &calls, MC_THE_CURVE);
    return status != MC_OK ? status
                           : mc_spake2plus_prover_finish(key, confirmation, &prover, peer_share, peer_confirmation,
                                                         sizeof peer_share, sizeof peer_confirmation, &names,
                                                         &mc_sha256, MC_THE_CURVE);
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(w0, sizeof w0);
    bench_read(w1, sizeof w1);
    bench_read(given, sizeof given);
    bench_read(peer_share, sizeof peer_share);
    bench_read(peer_confirmation, sizeof peer_confirmation);
    BENCH_CALL(status = mc_bench_spake2plus_prove());
    bench_write(&status, sizeof status);
    bench_write(share, sizeof share);
    bench_write(confirmation, sizeof confirmation);
    bench_write(key, sizeof key);
}
