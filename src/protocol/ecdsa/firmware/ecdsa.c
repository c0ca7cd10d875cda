/* A signature, verified at once: an image with both. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"

static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[MC_SHA256_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES];

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_ecdsa(void)
{
    mc_status status =
        mc_ecdsa_sign_digest(signature, private_key, digest, sizeof private_key, sizeof digest, MC_THE_CURVE);
    return status != MC_OK ? status
                           : mc_ecdsa_verify_digest(signature, public_key, digest, sizeof signature, sizeof public_key,
                                                    sizeof digest, MC_THE_CURVE);
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(public_key, sizeof public_key);
    bench_read(digest, sizeof digest);
    BENCH_CALL(status = mc_bench_ecdsa());
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
