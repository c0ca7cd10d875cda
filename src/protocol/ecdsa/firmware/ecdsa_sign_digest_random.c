/* Signature of a digest with a nonce from a source that gives the bytes that were read. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"

#include <string.h>

static uint8_t private_key[MC_MAX_SCALAR_BYTES], nonce[MC_MAX_SCALAR_BYTES], digest[MC_SHA256_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES];

#ifndef MC_BENCH_EMPTY
#define BLOCKS_OF_CHECK 2 /* that the library compares, to see a source that repeats itself */

static int source(void *calls, uint8_t *out, size_t bytes)
{
    uint8_t call = (*(uint8_t *)calls)++;
    memcpy(out, nonce, bytes);
    if (call < BLOCKS_OF_CHECK)
        *out = call;
    return 0;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK, calls = 0;
    bench_read(private_key, sizeof private_key);
    bench_read(nonce, sizeof nonce);
    bench_read(digest, sizeof digest);
    (void)calls;
    BENCH_CALL(status = mc_ecdsa_sign_digest_random(signature, private_key, digest, sizeof private_key, sizeof digest,
                                                    source, &calls, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
