/* Signature of a message that is hashed with SHA-1, with a nonce from a source that gives the bytes that were read. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"

#include <string.h>

#define MESSAGE_BYTES 32

static uint8_t private_key[MC_MAX_SCALAR_BYTES], nonce[MC_MAX_SCALAR_BYTES], message[MESSAGE_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES];

#ifndef MC_BENCH_EMPTY
#define BLOCKS_OF_CHECK 2 /* that the library compares, to see a source that repeats itself */

static int source(void *calls, uint8_t *out, size_t bytes)
{
    uint8_t call = (*(uint8_t *)calls)++;
    if (call < BLOCKS_OF_CHECK)
        memset(out, call, bytes);
    else
        memcpy(out, nonce, bytes);
    return 0;
}

/* A frame of its own: the memory of the hash is free again when the signature is made. */
__attribute__((noinline)) static void hash(uint8_t digest[MC_SHA1_BYTES])
{
    mc_sha256_context context;
    mc_sha1_begin(&context);
    mc_sha1_feed(&context, message, sizeof message);
    mc_sha1_finish(digest, &context);
}

/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_ecdsa_sign_random(void)
{
    uint8_t digest[MC_SHA1_BYTES], calls = 0;
    hash(digest);
    return mc_ecdsa_sign_digest_random(signature, private_key, digest, sizeof private_key, sizeof digest, source,
                                       &calls, MC_THE_CURVE);
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(private_key, sizeof private_key);
    bench_read(nonce, sizeof nonce);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_bench_ecdsa_sign_random());
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
