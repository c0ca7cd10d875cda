/* Verification of a digest's signature with a verdict, which the caller examines: so much of an application, too. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"
#include "motecurve/verdict.h"

static uint8_t signature[MC_MAX_SIGNATURE_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[MC_SHA256_BYTES];

#define REACHED 0xa5 /* the place behind the verdict: no number that stray zeros write */
static volatile uint8_t place;
static uint8_t status; /* no variable of a frame, whose pointer a fault in the call may have changed */

#ifndef MC_BENCH_EMPTY
static uint8_t refusal; /* what the library says, for a result that is no MC_OK */

/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) void mc_bench_verdict(void)
{
    uint8_t verdict[MC_VERDICT_BYTES] = {0};
    refusal = (uint8_t)mc_ecdsa_verify_digest_verdict(verdict, signature, public_key, digest, sizeof signature,
                                                      sizeof public_key, sizeof digest, MC_THE_CURVE);
    MC_IF_VALID(verdict)
    place = REACHED;
}
#endif

void bench_operation(void)
{
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(digest, sizeof digest);
    status = MC_ERROR_ABANDONED;
    place = 0;
    BENCH_CALL(mc_bench_verdict());
#ifndef MC_BENCH_EMPTY
    status = refusal ? refusal : MC_ERROR_ABANDONED;
    if (place == REACHED)
        status = MC_OK;
#endif
    bench_write(&status, sizeof status);
}
