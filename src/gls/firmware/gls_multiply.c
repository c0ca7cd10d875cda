/* r = k p, for an element p of the group that is not checked, and k below 2^254. */
#include "bench.h"
#include "gls/gls.h"

static mc_word k[GLS_SCALAR_WORDS];
static EC(gls_affine) p, r;

void bench_operation(void)
{
    bench_read(k, sizeof k);
    bench_read(&p, sizeof p);
    BENCH_CALL(EC(gls_multiply)(&r, k, &p));
    bench_write(&r, sizeof r);
}
