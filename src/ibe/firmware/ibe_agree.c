/* status, key of 32 bytes, zero after an error: shared with a peer. */
#include "ibe.h"

static uint8_t identity[IDENTITY_BYTES], peer[IDENTITY_BYTES], private_key[AGREEMENT_KEY_BYTES], key[MC_SHA256_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(identity, sizeof identity);
    bench_read(peer, sizeof peer);
    BENCH_CALL(status = mc_ibe_agree(key, sizeof key, private_key, identity, peer, sizeof private_key, sizeof identity,
                                     sizeof peer, GROUP));
    bench_write(&status, sizeof status);
    bench_write(key, sizeof key);
}
