/* The point formulas on two threads, a lane each (arruda2014, Section 4.6, whose result was negative). Threads wait for
 * each other after every round, by counters of their own. Both run the same formulas: what decides about the next one
 * has been written in rounds that are over. */
#include <stdatomic.h>

#include "scalar/method.h"

#define LOOKS 200 /* at the other's counter, before the engine decides how to wait */

typedef struct {
    _Alignas(MC_CACHE_LINE) _Atomic size_t rounds; /* that the thread has run */
    _Alignas(MC_CACHE_LINE) size_t next;           /* action; the thread's own */
    bool ends_round;
} lane;

struct mc_scalar_lanes {
    lane lanes[2];
    mc_scalar_sum sum;
};

mc_scalar_lanes *mc_parallel_scalar_lanes_take(mc_parallel_arena *arena)
{
    return mc_parallel_take(arena, sizeof(mc_scalar_lanes));
}

void mc_parallel_scalar_begin_lanes(mc_scalar_lanes *lanes, mc_parallel_scalar *scalar, mc_scalar_sum sum)
{
    lanes->sum = sum;
    scalar->workers[0]->sum.infinite = true;
    mc_parallel_worker_join_lanes(scalar->workers[1], scalar->workers[0]);
    for (unsigned i = 0; i < 2; i++) {
        atomic_store_explicit(&lanes->lanes[i].rounds, 0, memory_order_relaxed);
        lanes->lanes[i].next = 0;
        lanes->lanes[i].ends_round = false;
    }
}

static bool has_come(lane *other, size_t rounds)
{
    for (unsigned i = 0; i < LOOKS; i++)
        if (atomic_load_explicit(&other->rounds, memory_order_acquire) >= rounds)
            return true;
    return false;
}

bool mc_parallel_scalar_run_lane(mc_scalar_lanes *lanes, mc_parallel_scalar *scalar, unsigned thread)
{
    lane *own = &lanes->lanes[thread], *other = &lanes->lanes[1 - thread];
    mc_worker *worker = scalar->workers[thread];
    size_t rounds = atomic_load_explicit(&own->rounds, memory_order_relaxed);
    for (; has_come(other, rounds); rounds++) {
        if (own->ends_round)
            mc_parallel_worker_end_round(worker);
        own->ends_round = false;
        while (!mc_parallel_worker_has_round(worker) && own->next < lanes->sum.count)
            mc_parallel_worker_begin_action(worker, lanes->sum.actions[own->next++], lanes->sum.table);
        if (!mc_parallel_worker_has_round(worker))
            return true;
        mc_parallel_worker_run_lane(worker, thread);
        own->ends_round = true;
        worker->field.waits++;
        atomic_store_explicit(&own->rounds, rounds + 1, memory_order_release);
    }
    return false;
}
