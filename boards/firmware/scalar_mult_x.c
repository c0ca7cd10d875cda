/* status, r = x-coordinate of k times the point with that x, on the image's Montgomery curve. */
#include "bench.h"
#include "scalar/scalar.h"

static mc_word k[EC_SCALAR_WORDS], x[EC_WORDS], r[EC_WORDS];

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(k, sizeof k);
    bench_read(x, sizeof x);
    BENCH_CALL(status = EC(MC_BENCH_FUNCTION)(r, k, x, &MC_CONCATENATE(mc_, MC_SINGLE_CURVE)));
    bench_write(&status, sizeof status);
    bench_write(r, sizeof r);
}
