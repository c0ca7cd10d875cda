/* Lanes by AVX2. */
#ifndef MC_PARALLEL_LANES_AVX2_H
#define MC_PARALLEL_LANES_AVX2_H

#include "lanes/kernel.h"

/* Null if the build or the processor lacks the instructions. */
const mc_parallel_lanes_kernel *mc_parallel_lanes_avx2(void);

#endif
