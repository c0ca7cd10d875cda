/* A clock for parts of some ten nanoseconds: the processor's counter, which runs at the same rate on all cores. */
#ifndef MC_PARALLEL_PROGRAMS_TICKS_H
#define MC_PARALLEL_PROGRAMS_TICKS_H

#include <stdint.h>

#if defined(__x86_64__)
#include <x86intrin.h>

/* After all instructions before it, before all that follow. */
static inline uint64_t ticks_now(void)
{
    _mm_lfence();
    uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}
#else
#include <time.h>

static inline uint64_t ticks_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}
#endif

/* Microseconds of a tick, measured for some milliseconds against the system's clock. */
double ticks_microseconds(void);

#endif
