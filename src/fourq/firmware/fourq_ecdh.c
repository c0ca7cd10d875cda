/* status, secret: of a private key and a peer's public key. */
#include "bench.h"
#include "fourq/fourq.h"
#include "motecurve/fourq/fourq.h"

static uint8_t private_key[MC_FOURQ_KEY_BYTES], peer_key[MC_FOURQ_KEY_BYTES], secret[MC_FOURQ_KEY_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, EC_SCALAR_WORDS * sizeof(mc_word));
    bench_read(peer_key, sizeof peer_key);
    BENCH_CALL(status = mc_fourq_ecdh(secret, private_key, peer_key, sizeof private_key, sizeof peer_key));
    bench_write(&status, sizeof status);
    bench_write(secret, sizeof secret);
}
