/* Verification of a digest's signature with a verdict, which the caller examines: so much of an application, too. */
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"
#include "verdict.h"

static uint8_t signature[MC_MAX_SIGNATURE_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[MC_SHA256_BYTES];

BENCH_VERDICT(mc_ecdsa_verify_digest_verdict(verdict, signature, public_key, digest, sizeof signature,
                                             sizeof public_key, sizeof digest, MC_THE_CURVE))

void bench_operation(void)
{
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(digest, sizeof digest);
    RUN_VERDICT();
}
