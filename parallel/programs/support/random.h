/* Numbers to measure with; they are public. */
#ifndef MC_PARALLEL_PROGRAMS_RANDOM_H
#define MC_PARALLEL_PROGRAMS_RANDOM_H

#include <stdint.h>

/* The next number after a seed, which changes: splitmix64 of Steele, Lea and Flood 2014. */
uint64_t random_next(uint64_t *seed);

#endif
