/* Certificate for a request; the source of random bytes gives the number that was read. */
#include "bench.h"
#include "motecurve/ecqv.h"
#include "source.h"

#define INFO_BYTES 32

static uint8_t private_key[MC_MAX_SCALAR_BYTES], request[MC_MAX_PUBLIC_KEY_BYTES];
static uint8_t info[INFO_BYTES], certificate[MC_ECQV_CERTIFICATE_BYTES(INFO_BYTES, MC_MAX_FIELD_BYTES)];
static uint8_t contribution[MC_MAX_SCALAR_BYTES];

void bench_operation(void)
{
    uint8_t status = MC_OK;
#ifndef MC_BENCH_EMPTY
    uint8_t calls = 0;
#endif
    bench_read(private_key, sizeof private_key);
    bench_read(given, sizeof given);
    bench_read(request, sizeof request);
    bench_read(info, sizeof info);
    BENCH_CALL(status = mc_ecqv_issue(certificate, contribution, private_key, request, info, sizeof private_key,
                                      sizeof request, sizeof info, &mc_sha256, source, &calls, MC_THE_CURVE));
    bench_write(&status, sizeof status);
    bench_write(certificate, sizeof certificate);
    bench_write(contribution, sizeof contribution);
}
