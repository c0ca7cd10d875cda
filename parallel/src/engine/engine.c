/* The engines behind one interface. */
#include "motecurve/parallel/engine.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "engine/openmp.h"
#include "engine/pool.h"
#include "engine/sequential.h"

struct mc_parallel_engine {
    mc_parallel_engine_kind kind;
    unsigned threads;
    atomic_flag busy;
    mc_parallel_pool *pool; /* of MC_PARALLEL_POOL */
};

static const char *const NAMES[] = {
    [MC_PARALLEL_SEQUENTIAL] = "sequential",
    [MC_PARALLEL_OPENMP] = "openmp",
    [MC_PARALLEL_POOL] = "pool",
};

const char *mc_parallel_engine_name(mc_parallel_engine_kind kind)
{
    return (unsigned)kind < sizeof NAMES / sizeof *NAMES ? NAMES[kind] : NULL;
}

mc_parallel_status mc_parallel_engine_new(mc_parallel_engine **engine, const mc_parallel_engine_options *options)
{
    *engine = NULL;
    if (options->threads == 0)
        return MC_PARALLEL_ERROR_THREADS;
    if (mc_parallel_engine_name(options->kind) == NULL ||
        (options->kind == MC_PARALLEL_OPENMP && !mc_parallel_has_openmp()))
        return MC_PARALLEL_ERROR_ENGINE;
    mc_parallel_engine *made = calloc(1, sizeof *made);
    if (made == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    made->kind = options->kind;
    made->threads = options->threads;
    atomic_flag_clear(&made->busy);
    mc_parallel_status status = MC_PARALLEL_OK;
    if (options->kind == MC_PARALLEL_POOL)
        status = mc_parallel_pool_new(&made->pool, options);
    if (status != MC_PARALLEL_OK) {
        free(made);
        return status;
    }
    *engine = made;
    return MC_PARALLEL_OK;
}

void mc_parallel_engine_free(mc_parallel_engine *engine)
{
    if (engine == NULL)
        return;
    mc_parallel_pool_free(engine->pool);
    free(engine);
}

mc_parallel_status mc_parallel_engine_run(mc_parallel_engine *engine, const mc_parallel_phase *phases, size_t count,
                                          unsigned threads, void *call)
{
    if (threads == 0)
        return MC_PARALLEL_ERROR_THREADS;
    if (threads > engine->threads)
        return MC_PARALLEL_ERROR_TEAM;
    if (engine->pool != NULL && mc_parallel_pool_is_inherited(engine->pool))
        atomic_flag_clear(&engine->busy); /* a call that another thread of the parent was in */
    if (atomic_flag_test_and_set_explicit(&engine->busy, memory_order_acquire))
        return MC_PARALLEL_ERROR_BUSY;
    mc_parallel_status status = MC_PARALLEL_OK;
    if (engine->kind == MC_PARALLEL_POOL)
        status = mc_parallel_pool_run(engine->pool, phases, count, threads, call);
    else if (engine->kind == MC_PARALLEL_OPENMP)
        mc_parallel_run_openmp(phases, count, threads, call);
    else
        mc_parallel_run_sequential(phases, count, threads, call);
    atomic_flag_clear_explicit(&engine->busy, memory_order_release);
    return status;
}

unsigned mc_parallel_engine_threads(const mc_parallel_engine *engine)
{
    return engine->threads;
}

unsigned mc_parallel_engine_pinned(const mc_parallel_engine *engine)
{
    return engine->pool == NULL ? 0 : mc_parallel_pool_pinned(engine->pool);
}
