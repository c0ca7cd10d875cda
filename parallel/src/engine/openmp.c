/* An OpenMP region for each call, as in arruda2014, Appendix D. */
#include "engine/openmp.h"
#include "engine/sequential.h"

#ifdef _OPENMP

#include <omp.h>

bool mc_parallel_has_openmp(void)
{
    return true;
}

/* A part that waits for a message holds its thread. So all parts need a thread of their own; if OpenMP gives fewer
 * (OMP_THREAD_LIMIT, OMP_DYNAMIC), the first runs them all in turn. */
void mc_parallel_run_openmp(const mc_parallel_phase *phases, size_t count, unsigned threads, void *call)
{
#pragma omp parallel num_threads(threads)
    {
        unsigned thread = (unsigned)omp_get_thread_num();
        if ((unsigned)omp_get_num_threads() == threads) {
            for (size_t i = 0; i < count; i++) {
                if (i > 0) {
#pragma omp barrier
                }
                mc_parallel_run_part(phases[i], call, thread);
            }
        } else if (thread == 0) {
            mc_parallel_run_sequential(phases, count, threads, call);
        }
    }
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
