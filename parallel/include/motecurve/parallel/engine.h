/* Who runs the parts of an algorithm. An algorithm is a list of phases; each phase has a part for each thread. An
 * engine runs the phases in order, and no thread begins a phase before all have finished the one before. */
#ifndef MOTECURVE_PARALLEL_ENGINE_H
#define MOTECURVE_PARALLEL_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "motecurve/parallel/status.h"

typedef enum {
    MC_PARALLEL_SEQUENTIAL, /* every thread's part in turn, in the thread that calls: the reference */
    MC_PARALLEL_OPENMP,     /* an OpenMP region for each call, with OpenMP's barriers between phases */
    MC_PARALLEL_POOL        /* threads that wait for the next call: they spin for a while, then sleep */
} mc_parallel_engine_kind;

typedef struct {
    mc_parallel_engine_kind kind;
    unsigned threads; /* with the one that calls; at least 1 */
    bool pin;         /* pool: bind each new thread to a processor of its own, if the system allows it */
    unsigned spins;   /* pool: looks at a flag before a thread sleeps; 0 for the usual number */
} mc_parallel_engine_options;

typedef struct mc_parallel_engine mc_parallel_engine;

/* Thread `thread`'s part of a phase; true if it is done. A part that waits for a message from another thread returns
 * false, and is then called again. In a phase with messages a part that is done may be called again, too; it then does
 * nothing and returns true. */
typedef bool (*mc_parallel_phase)(void *call, unsigned thread);

/* Errors: MC_PARALLEL_ERROR_THREADS for none, _ENGINE, _START, _MEMORY; *engine is then null.
 *
 * The threads of a pool block all signals, so handlers run in the program's own threads. After fork() the pool is whole
 * again in the child with its first call there. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status
mc_parallel_engine_new(mc_parallel_engine **engine, const mc_parallel_engine_options *options);

/* Not while a call runs. */
MC_PARALLEL_API void mc_parallel_engine_free(mc_parallel_engine *engine);

/* Runs `count` phases, parts 0 to threads - 1 of each. Part 0 runs in the thread that calls (with OpenMP, in its first
 * thread). Errors: MC_PARALLEL_ERROR_THREADS for none, _TEAM, _BUSY for a call within a call or from a second
 * thread, _START. */
MC_PARALLEL_API MC_PARALLEL_MUST_CHECK mc_parallel_status mc_parallel_engine_run(mc_parallel_engine *engine,
                                                                                 const mc_parallel_phase *phases,
                                                                                 size_t count, unsigned threads,
                                                                                 void *call);

MC_PARALLEL_API unsigned mc_parallel_engine_threads(const mc_parallel_engine *engine);

/* How many threads of a pool are bound to a processor. */
MC_PARALLEL_API unsigned mc_parallel_engine_pinned(const mc_parallel_engine *engine);

/* "sequential", "openmp" or "pool"; null for a number that is no kind. */
MC_PARALLEL_API const char *mc_parallel_engine_name(mc_parallel_engine_kind kind);

#endif
