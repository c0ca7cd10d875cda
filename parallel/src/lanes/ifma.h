/* Lanes by AVX-512 IFMA. */
#ifndef MC_PARALLEL_LANES_IFMA_H
#define MC_PARALLEL_LANES_IFMA_H

#include "lanes/kernel.h"

/* Null if the build or the processor lacks the instructions. */
const mc_parallel_lanes_kernel *mc_parallel_lanes_ifma(void);

#endif
