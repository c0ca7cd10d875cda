#include "batch/batch.h"

#include <stdatomic.h>

typedef struct {
    mc_parallel_agreement *agreements;
    size_t count;
    const mc_curve *curve;
    atomic_size_t next;
} batch;

static bool take_next(void *call, unsigned thread)
{
    batch *batch = call;
    const size_t key_bytes = mc_curve_scalar_bytes(batch->curve), peer_bytes = mc_curve_public_key_bytes(batch->curve);
    (void)thread;
    for (;;) {
        const size_t i = atomic_fetch_add_explicit(&batch->next, 1, memory_order_relaxed);
        if (i >= batch->count)
            return true;
        mc_parallel_agreement *one = &batch->agreements[i];
        one->status = mc_ecdh(one->secret, one->private_key, one->peer_key, key_bytes, peer_bytes, batch->curve);
    }
}

mc_parallel_status mc_parallel_ecdh_each(mc_parallel_agreement *agreements, size_t count, const mc_curve *curve,
                                         mc_parallel_engine *engine, unsigned threads)
{
    static const mc_parallel_phase phases[] = {take_next};
    batch batch = {.agreements = agreements, .count = count, .curve = curve};
    atomic_init(&batch.next, 0);
    return mc_parallel_engine_run(engine, phases, 1, threads, &batch);
}
