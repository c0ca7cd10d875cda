/* Signature of a digest with the nonce of RFC 6979 and, for the source of random bytes, the bytes that were read. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"

#include <string.h>

#define HEDGE_BYTES 32

static uint8_t private_key[MC_MAX_SCALAR_BYTES], digest[MC_SHA256_BYTES], signature[MC_MAX_SIGNATURE_BYTES];
static uint8_t hedge[HEDGE_BYTES];

#ifndef MC_BENCH_EMPTY
static int source(void *context, uint8_t *out, size_t bytes)
{
    memcpy(out, context, bytes);
    return 0;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(digest, sizeof digest);
    bench_read(hedge, sizeof hedge);
    BENCH_CALL(status = mc_ecdsa_sign_digest_hedged(signature, private_key, digest, sizeof private_key, sizeof digest,
                                                    source, hedge, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
