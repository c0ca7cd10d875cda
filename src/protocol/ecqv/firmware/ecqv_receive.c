/* Key pair from a certificate, the authority's contribution and the private key of the request. */
#include "bench.h"
#include "motecurve/ecqv.h"

#define INFO_BYTES 32

static uint8_t certificate[MC_ECQV_CERTIFICATE_BYTES(INFO_BYTES, MC_MAX_FIELD_BYTES)];
static uint8_t contribution[MC_MAX_SCALAR_BYTES], request_private_key[MC_MAX_SCALAR_BYTES];
static uint8_t authority[MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(certificate, sizeof certificate);
    bench_read(contribution, sizeof contribution);
    bench_read(request_private_key, sizeof request_private_key);
    bench_read(authority, sizeof authority);
    BENCH_CALL(status = mc_ecqv_receive(private_key, public_key, certificate, contribution, request_private_key,
                                        authority, sizeof certificate, sizeof contribution, sizeof request_private_key,
                                        sizeof authority, &mc_sha256, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(private_key, sizeof private_key);
    bench_write(public_key, sizeof public_key);
}
