/* status, private key for encryption: from the master secret. */
#include "ibe.h"

static uint8_t identity[IDENTITY_BYTES], master_secret[MASTER_SECRET_BYTES], private_key[PRIVATE_KEY_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(master_secret, sizeof master_secret);
    bench_read(identity, sizeof identity);
    BENCH_CALL(status = mc_ibe_extract(private_key, MC_IBE_FOR_ENCRYPTION, master_secret, identity,
                                       sizeof master_secret, sizeof identity, GROUP));
    bench_write(&status, sizeof status);
    if (status == MC_OK)
        bench_write(private_key, sizeof private_key);
}
