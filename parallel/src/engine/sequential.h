/* The parts of a phase in one thread. */
#ifndef MC_PARALLEL_SEQUENTIAL_H
#define MC_PARALLEL_SEQUENTIAL_H

#include "motecurve/parallel/engine.h"

/* Tells the processor that the thread waits in a loop. */
static inline void mc_parallel_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__ARM_ARCH_7A__)
    __asm__ volatile("yield" ::: "memory");
#endif
}

/* One part, called again as long as it waits for a message. */
void mc_parallel_run_part(mc_parallel_phase phase, void *call, unsigned thread);

/* All parts of each phase in turn. */
void mc_parallel_run_sequential(const mc_parallel_phase *phases, size_t count, unsigned threads, void *call);

#endif
