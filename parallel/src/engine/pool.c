/* Threads that stay. The caller writes what is to be run beside the flag `orders` of each thread that it needs, and
 * raises it; a barrier is a flag `steps` of each thread, raised when its part of a phase is done, for which all others
 * wait. Both flags of a thread are in one line of cache: a hand-over moves it to the thread, and the return moves it
 * back. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/flag.h"
#include "engine/pool.h"
#include "engine/sequential.h"

#define USUAL_SPINS   7000 /* a fraction of a millisecond */
#define CROWDED_SPINS 7    /* with more threads than processors, whoever waits is in the way */

typedef struct {
    const mc_parallel_phase *phases; /* none: the thread ends */
    void *call;
    size_t count;
    uint64_t first_step; /* of this call; steps are numbered through all calls */
    unsigned participants;
} pool_order;

typedef struct {
    _Alignas(MC_CACHE_LINE) mc_parallel_flag orders;
    pool_order order;
    mc_parallel_flag steps; /* in the line of the orders: flag.h */
    _Alignas(MC_CACHE_LINE) mc_parallel_pool *pool;
    pthread_t id;
    unsigned thread;
} worker;

struct mc_parallel_pool {
    mc_parallel_bed bed;
    uint64_t first_step; /* of the next call */
    unsigned threads, spins, pinned;
    bool pin;
    unsigned forks; /* of this process, when the threads were started */
    worker *workers;
};

static atomic_uint forks;

static void count_fork(void)
{
    atomic_fetch_add(&forks, 1);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, count_fork);
}

bool mc_parallel_pool_is_inherited(const mc_parallel_pool *pool)
{
    return pool->forks != atomic_load_explicit(&forks, memory_order_relaxed);
}

/* All phases of a call, as one of its threads. After the last phase the caller alone waits. */
static void take_part(mc_parallel_pool *pool, pool_order order, unsigned thread)
{
    uint64_t step = order.first_step;
    for (size_t i = 0; i < order.count; i++) {
        bool last = i + 1 == order.count;
        mc_parallel_run_part(order.phases[i], order.call, thread);
        step++;
        if (!last || thread != 0)
            mc_parallel_raise(&pool->workers[thread].steps, step, &pool->bed);
        if (last && thread != 0)
            return;
        for (unsigned other = 0; other < order.participants; other++)
            if (other != thread)
                mc_parallel_await(&pool->workers[other].steps, step, &pool->bed, pool->spins);
    }
}

static void *work(void *argument)
{
    worker *self = argument;
    mc_parallel_pool *pool = self->pool;
    for (uint64_t number = 1;; number++) {
        mc_parallel_await(&self->orders, number, &pool->bed, pool->spins);
        if (self->order.phases == NULL)
            return NULL;
        take_part(pool, self->order, self->thread);
    }
}

/* Gives the order to threads 1 to participants - 1. Each counts its own orders. */
static void give(mc_parallel_pool *pool, pool_order order)
{
    for (unsigned thread = 1; thread < order.participants; thread++) {
        worker *one = &pool->workers[thread];
        one->order = order;
        mc_parallel_raise(&one->orders, atomic_load_explicit(&one->orders, memory_order_relaxed) + 1, &pool->bed);
    }
}

/* Ends the first threads of the pool, as many as have been started. */
static void stop(mc_parallel_pool *pool, unsigned started)
{
    give(pool, (pool_order){.participants = started});
    for (unsigned thread = 1; thread < started; thread++)
        pthread_join(pool->workers[thread].id, NULL);
}

#ifdef __linux__
/* How many processors the calling thread may use. */
static unsigned processors(cpu_set_t *set)
{
    if (sched_getaffinity(0, sizeof *set, set) != 0)
        CPU_ZERO(set);
    return (unsigned)CPU_COUNT(set);
}

/* One processor for each new thread, and none of them the caller's; nothing if there are too few. */
static void pin(mc_parallel_pool *pool)
{
    cpu_set_t allowed, one;
    pool->pinned = 0;
    if (processors(&allowed) < pool->threads)
        return;
    int next = 0, here = sched_getcpu();
    for (unsigned thread = 1; thread < pool->threads; thread++, next++) {
        while (next < CPU_SETSIZE && (next == here || !CPU_ISSET(next, &allowed)))
            next++;
        if (next >= CPU_SETSIZE)
            return;
        CPU_ZERO(&one);
        CPU_SET(next, &one);
        pool->pinned += pthread_setaffinity_np(pool->workers[thread].id, sizeof one, &one) == 0;
    }
}

static bool is_crowded(unsigned threads)
{
    cpu_set_t allowed;
    return processors(&allowed) < threads;
}
#else
static void pin(mc_parallel_pool *pool)
{
    pool->pinned = 0;
}

static bool is_crowded(unsigned threads)
{
    return sysconf(_SC_NPROCESSORS_ONLN) < (long)threads;
}
#endif

/* Starts all threads, with every signal blocked. */
static mc_parallel_status start(mc_parallel_pool *pool)
{
    sigset_t all, before;
    unsigned started = 1;
    pool->forks = atomic_load(&forks);
    atomic_store(&pool->bed.sleepers, 0);
    pthread_mutex_init(&pool->bed.mutex, NULL);
    pthread_cond_init(&pool->bed.raised, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pool->first_step = 0;
    for (unsigned thread = 0; thread < pool->threads; thread++)
        pool->workers[thread] = (worker){.pool = pool, .thread = thread};
    for (; started < pool->threads; started++) {
        worker *one = &pool->workers[started];
        if (pthread_create(&one->id, NULL, work, one) != 0)
            break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started < pool->threads) {
        stop(pool, started);
        pool->forks--; /* the next call tries again */
        return MC_PARALLEL_ERROR_START;
    }
    if (pool->pin)
        pin(pool);
    return MC_PARALLEL_OK;
}

mc_parallel_status mc_parallel_pool_new(mc_parallel_pool **pool, const mc_parallel_engine_options *options)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    if (options->threads > (unsigned)-1 / sizeof(worker))
        return MC_PARALLEL_ERROR_START;
    mc_parallel_pool *made = aligned_alloc(MC_CACHE_LINE, sizeof *made);
    worker *workers = aligned_alloc(MC_CACHE_LINE, options->threads * sizeof *workers);
    if (made == NULL || workers == NULL) {
        free(made);
        free(workers);
        return MC_PARALLEL_ERROR_MEMORY;
    }
    *made = (mc_parallel_pool){.threads = options->threads, .pin = options->pin, .workers = workers};
    made->spins = options->spins > 0 ? options->spins : is_crowded(options->threads) ? CROWDED_SPINS : USUAL_SPINS;
    mc_parallel_status status = start(made);
    if (status != MC_PARALLEL_OK) {
        free(workers);
        free(made);
        return status;
    }
    *pool = made;
    return MC_PARALLEL_OK;
}

void mc_parallel_pool_free(mc_parallel_pool *pool)
{
    if (pool == NULL)
        return;
    if (!mc_parallel_pool_is_inherited(pool)) {
        stop(pool, pool->threads);
        pthread_cond_destroy(&pool->bed.raised);
        pthread_mutex_destroy(&pool->bed.mutex);
    }
    free(pool->workers);
    free(pool);
}

mc_parallel_status mc_parallel_pool_run(mc_parallel_pool *pool, const mc_parallel_phase *phases, size_t count,
                                        unsigned threads, void *call)
{
    if (count == 0)
        return MC_PARALLEL_OK;
    if (mc_parallel_pool_is_inherited(pool)) {
        mc_parallel_status status = start(pool);
        if (status != MC_PARALLEL_OK)
            return status;
    }
    pool_order order = {phases, call, count, pool->first_step, threads};
    give(pool, order);
    take_part(pool, order, 0);
    pool->first_step += count;
    return MC_PARALLEL_OK;
}

unsigned mc_parallel_pool_pinned(const mc_parallel_pool *pool)
{
    return pool->pinned;
}
