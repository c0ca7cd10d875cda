/* An OpenMP region for each call, as in arruda2014, Appendix D. */
#include "engine/openmp.h"
#include "engine/sequential.h"

#ifdef _OPENMP

#include <omp.h>

/* ThreadSanitizer does not see the start, the barriers and the end of a region inside GCC's OpenMP library. */
#ifdef __SANITIZE_THREAD__
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#define AFTER_OTHERS(place)  __tsan_acquire(place)
#define BEFORE_OTHERS(place) __tsan_release(place)
#else
#define AFTER_OTHERS(place)  ((void)0)
#define BEFORE_OTHERS(place) ((void)0)
#endif

bool mc_parallel_has_openmp(void)
{
    return true;
}

/* A part that waits for a message holds its thread. So all parts need a thread of their own; if OpenMP gives fewer
 * (OMP_THREAD_LIMIT, OMP_DYNAMIC), the first runs them all in turn. */
void mc_parallel_run_openmp(const mc_parallel_phase *phases, size_t count, unsigned threads, void *call)
{
    BEFORE_OTHERS(call);
#pragma omp parallel num_threads(threads)
    {
        AFTER_OTHERS(call);
        unsigned thread = (unsigned)omp_get_thread_num();
        if ((unsigned)omp_get_num_threads() == threads) {
            for (size_t i = 0; i < count; i++) {
                if (i > 0) {
                    BEFORE_OTHERS(call);
#pragma omp barrier
                    AFTER_OTHERS(call);
                }
                mc_parallel_run_part(phases[i], call, thread);
            }
        } else if (thread == 0) {
            mc_parallel_run_sequential(phases, count, threads, call);
        }
        BEFORE_OTHERS(call);
    }
    AFTER_OTHERS(call);
}

#else

bool mc_parallel_has_openmp(void)
{
    return false;
}

void mc_parallel_run_openmp(const mc_parallel_phase *phases, size_t count, unsigned threads, void *call)
{
    mc_parallel_run_sequential(phases, count, threads, call);
}

#endif
