/* r = e(p, q): the Tate pairing of points that are not checked; (0, 0) stands for infinity. */
#include "bench.h"
#include "pairing/tate/tate.h"

static EC(tate_point) p, q;
static fp2 r;

void bench_operation(void)
{
    bench_read(&p, sizeof p);
    bench_read(&q, sizeof q);
    BENCH_CALL(EC(tate_pairing)(&r, &p, &q));
    bench_write(&r, sizeof r);
}
