/* Shared secret from a private key and a peer's public key; MC_BENCH_ECDH is mc_ecdh or mc_ecdh_cofactor. */
#include "bench.h"
#include "motecurve/ecdh.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], peer_key[MC_MAX_PUBLIC_KEY_BYTES], secret[MC_MAX_FIELD_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(peer_key, sizeof peer_key);
    BENCH_CALL(status =
                   MC_BENCH_ECDH(secret, private_key, peer_key, sizeof private_key, sizeof peer_key, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(secret, sizeof secret);
}
