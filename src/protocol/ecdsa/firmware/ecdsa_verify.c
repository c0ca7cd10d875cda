/* Verification of a digest's signature. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"

static uint8_t signature[MC_MAX_SIGNATURE_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[MC_SHA256_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(digest, sizeof digest);
    BENCH_CALL(status = mc_ecdsa_verify_digest(signature, public_key, digest, sizeof signature, sizeof public_key,
                                               sizeof digest, MC_THE_CURVE));
    bench_write(&status, sizeof status);
}
