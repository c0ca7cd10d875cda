/* Public key from a certificate. */
#include "bench.h"
#include "motecurve/ecqv.h"

#define INFO_BYTES 32

static uint8_t certificate[MC_ECQV_CERTIFICATE_BYTES(INFO_BYTES, MC_MAX_FIELD_BYTES)];
static uint8_t authority[MC_MAX_PUBLIC_KEY_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(certificate, sizeof certificate);
    bench_read(authority, sizeof authority);
    BENCH_CALL(status = mc_ecqv_public_key(public_key, certificate, authority, sizeof certificate, sizeof authority,
                                           &mc_sha256, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(public_key, sizeof public_key);
}
