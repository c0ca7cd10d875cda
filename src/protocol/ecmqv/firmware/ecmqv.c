/* Shared secret from the private keys, the own ephemeral public key and the peer's two keys. */
#include "bench.h"
#include "motecurve/ecmqv.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], ephemeral_private_key[MC_MAX_SCALAR_BYTES];
static uint8_t ephemeral_key[MC_MAX_PUBLIC_KEY_BYTES], peer_key[MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t peer_ephemeral_key[MC_MAX_PUBLIC_KEY_BYTES], secret[MC_MAX_FIELD_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(ephemeral_private_key, sizeof ephemeral_private_key);
    bench_read(ephemeral_key, sizeof ephemeral_key);
    bench_read(peer_key, sizeof peer_key);
    bench_read(peer_ephemeral_key, sizeof peer_ephemeral_key);
    BENCH_CALL(status = mc_ecmqv(secret, private_key, ephemeral_private_key, ephemeral_key, peer_key,
                                 peer_ephemeral_key, sizeof private_key, sizeof ephemeral_key, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(secret, sizeof secret);
}
