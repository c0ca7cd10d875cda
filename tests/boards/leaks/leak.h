/* Common part of the planted routines: a firmware with the inputs and outputs of scalar-mult. */
#include "bench.h"
#include "scalar/scalar.h"

static mc_word k[EC_SCALAR_WORDS];
static EC(affine) p;
static volatile uint8_t seen;

void planted(void);

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(k, sizeof k);
    bench_read(&p, sizeof p);
    BENCH_CALL(planted());
    bench_write(&status, sizeof status);
    bench_write(&p, sizeof p);
}
