/* Phases on threads that stay. */
#ifndef MC_PARALLEL_POOL_H
#define MC_PARALLEL_POOL_H

#include "motecurve/parallel/engine.h"

typedef struct mc_parallel_pool mc_parallel_pool;

mc_parallel_status mc_parallel_pool_new(mc_parallel_pool **pool, const mc_parallel_engine_options *options);
void mc_parallel_pool_free(mc_parallel_pool *pool);
mc_parallel_status mc_parallel_pool_run(mc_parallel_pool *pool, const mc_parallel_phase *phases, size_t count,
                                        unsigned threads, void *call);
unsigned mc_parallel_pool_pinned(const mc_parallel_pool *pool);
/* Whether the pool's threads stayed behind in the parent, at a fork. */
bool mc_parallel_pool_is_inherited(const mc_parallel_pool *pool);

#endif
