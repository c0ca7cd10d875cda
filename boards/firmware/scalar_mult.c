/* status, r = k p on the image's curve. */
#include "bench.h"
#include "scalar/scalar.h"

static mc_word k[EC_SCALAR_WORDS];
static EC(affine) p, r;

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(k, sizeof k);
    bench_read(&p, sizeof p);
    BENCH_CALL(status = EC(MC_BENCH_FUNCTION)(&r, k, &p, &MC_CONCATENATE(mc_, MC_SINGLE_CURVE)));
    bench_write(&status, sizeof status);
    bench_write(&r, sizeof r);
}
