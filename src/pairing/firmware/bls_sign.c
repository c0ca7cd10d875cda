/* status, signature: of a message as long as a digest, in the suite G2_POP. */
#include "bench.h"
#include "motecurve/hash.h"
#include "motecurve/pairing/bls_signature.h"

static uint8_t private_key[MC_BLS_PRIVATE_KEY_BYTES], message[MC_SHA256_BYTES], signature[MC_BLS12_381_G2_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_bls_sign(signature, private_key, message, sizeof message, MC_BLS_G2_POP));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
