/* status: of a signature of a message as long as a digest, in the suite G2_POP. */
#include "bench.h"
#include "motecurve/hash.h"
#include "motecurve/pairing/bls_signature.h"

static uint8_t signature[MC_BLS12_381_G2_BYTES], public_key[MC_BLS12_381_G1_BYTES], message[MC_SHA256_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_bls_verify(signature, public_key, message, sizeof signature, sizeof public_key,
                                      sizeof message, MC_BLS_G2_POP));
    bench_write(&status, sizeof status);
}
