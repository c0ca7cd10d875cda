/* The engines behind one interface. */
#ifndef MC_PARALLEL_ENGINE_H
#define MC_PARALLEL_ENGINE_H

#include "motecurve/parallel/engine.h"

#include <stdatomic.h>

typedef struct mc_parallel_pool mc_parallel_pool;

struct mc_parallel_engine {
    mc_parallel_engine_kind kind;
    unsigned threads;
    atomic_flag busy;
    mc_parallel_pool *pool; /* of MC_PARALLEL_POOL */
};

bool mc_parallel_has_openmp(void);
void mc_parallel_run_openmp(const mc_parallel_phase *phases, size_t count, unsigned threads, void *call);

mc_parallel_status mc_parallel_pool_new(mc_parallel_pool **pool, const mc_parallel_engine_options *options);
void mc_parallel_pool_free(mc_parallel_pool *pool);
mc_parallel_status mc_parallel_pool_run(mc_parallel_pool *pool, const mc_parallel_phase *phases, size_t count,
                                        unsigned threads, void *call);
unsigned mc_parallel_pool_pinned(const mc_parallel_pool *pool);
/* Whether the pool's threads stayed behind in the parent, at a fork. */
bool mc_parallel_pool_is_inherited(const mc_parallel_pool *pool);

#endif
