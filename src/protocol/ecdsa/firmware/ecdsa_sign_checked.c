/* Signature of a digest, verified before it is given out. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[MC_SHA256_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(public_key, sizeof public_key);
    bench_read(digest, sizeof digest);
    BENCH_CALL(status = mc_ecdsa_sign_digest_checked(signature, private_key, public_key, digest, sizeof private_key,
                                                     sizeof public_key, sizeof digest, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
