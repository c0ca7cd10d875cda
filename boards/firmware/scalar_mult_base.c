/* status, r = k G on the image's curve. */
#include "bench.h"
#include "scalar/scalar.h"

static mc_word k[EC_SCALAR_WORDS];
static EC(affine) r;

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(k, sizeof k);
    BENCH_CALL(status = EC(MC_BENCH_FUNCTION)(&r, k, &MC_CONCATENATE(mc_, MC_SINGLE_CURVE)));
    bench_write(&status, sizeof status);
    bench_write(&r, sizeof r);
}
