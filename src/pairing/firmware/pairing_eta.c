/* r = eta_T(p, q) of points that are not checked. INSECURE since 2013: for comparisons alone. */
#include "bench.h"
#include "pairing/eta/eta.h"

static EC(eta_point) p, q;
static fb4 r;

void bench_operation(void)
{
    bench_read(&p, sizeof p);
    bench_read(&q, sizeof q);
    BENCH_CALL(EC(eta_pairing)(&r, &p, &q));
    bench_write(&r, sizeof r);
}
