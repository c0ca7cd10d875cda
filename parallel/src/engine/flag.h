/* Counters that one thread raises and others wait for: they look for a while, then sleep. */
#ifndef MC_PARALLEL_FLAG_H
#define MC_PARALLEL_FLAG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "engine/sequential.h"
#include "limbs/arena.h"

typedef _Atomic uint64_t mc_parallel_flag;

/* Where the threads of a pool sleep. */
typedef struct {
    _Alignas(MC_CACHE_LINE) atomic_uint sleepers;
    pthread_mutex_t mutex;
    pthread_cond_t raised;
} mc_parallel_bed;

/* A sleeper announces itself, then looks at the flag again; whoever raises the flag does so before he looks for
 * sleepers. Both orders are sequentially consistent, so one of the two sees the other. */
static inline void mc_parallel_raise(mc_parallel_flag *flag, uint64_t count, mc_parallel_bed *bed)
{
    atomic_store(flag, count);
    if (atomic_load(&bed->sleepers) == 0)
        return;
    pthread_mutex_lock(&bed->mutex);
    pthread_cond_broadcast(&bed->raised);
    pthread_mutex_unlock(&bed->mutex);
}

/* A moment between two looks at a flag. */
#define MC_PARALLEL_RELAXES 3

/* Takes the flag's line of cache for writing before it is read. The flags of a pair of threads share a line, so whoever
 * has seen the other's flag may raise his own at once: a line moves twice for a hand-over and its return, where reading
 * alone leaves a copy behind that the next write must first take back. */
static inline void mc_parallel_take_line(const mc_parallel_flag *flag)
{
#if defined(__x86_64__)
    __asm__ volatile("prefetchw %0" : : "m"(*flag));
#else
    __builtin_prefetch((const void *)flag, 1);
#endif
}

static inline void mc_parallel_await(mc_parallel_flag *flag, uint64_t count, mc_parallel_bed *bed, unsigned spins)
{
    for (unsigned i = 0; i < spins; i++) {
        mc_parallel_take_line(flag);
        if (atomic_load_explicit(flag, memory_order_acquire) >= count)
            return;
        for (unsigned k = 0; k < MC_PARALLEL_RELAXES; k++)
            mc_parallel_relax();
    }
    pthread_mutex_lock(&bed->mutex);
    atomic_fetch_add(&bed->sleepers, 1);
    while (atomic_load(flag) < count)
        pthread_cond_wait(&bed->raised, &bed->mutex);
    atomic_fetch_sub(&bed->sleepers, 1);
    pthread_mutex_unlock(&bed->mutex);
}

#endif
