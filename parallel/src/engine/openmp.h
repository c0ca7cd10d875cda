/* Phases as an OpenMP region for each call. */
#ifndef MC_PARALLEL_OPENMP_H
#define MC_PARALLEL_OPENMP_H

#include "motecurve/parallel/engine.h"

bool mc_parallel_has_openmp(void);
void mc_parallel_run_openmp(const mc_parallel_phase *phases, size_t count, unsigned threads, void *call);

#endif
