/* r = k p, for a point p of the group that is not checked, and k below its order. */
#include "bench.h"
#include "fourq/fourq.h"

static mc_word k[FOURQ_SCALAR_WORDS];
static EC(fourq_affine) p, r;

void bench_operation(void)
{
    bench_read(k, EC_SCALAR_WORDS * sizeof *k);
    bench_read(&p, sizeof p);
    BENCH_CALL(EC(fourq_multiply_affine)(&r, k, &p));
    bench_write(&r, sizeof r);
}
