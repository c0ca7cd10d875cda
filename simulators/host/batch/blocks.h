/* Shared by the programs that time many calls at once: random bytes, processor time, the times of blocks in JSON. */
#ifndef MC_HOST_BATCH_BLOCKS_H
#define MC_HOST_BATCH_BLOCKS_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* An mc_random whose context is an open file of random bytes. */
static inline int from_system(void *file, uint8_t *out, size_t bytes)
{
    return fread(out, 1, bytes, file) != bytes;
}

/* Microseconds of processor time. Unlike wall time, it does not grow with other programs' load. */
static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e6 * (double)time.tv_sec + (double)time.tv_nsec / 1e3;
}

/* "name": [microseconds of each block] */
static inline void print_blocks(const char *name, const double *times, size_t blocks)
{
    printf("\"%s\": [", name);
    for (size_t block = 0; block < blocks; block++)
        printf("%s%.3f", block ? ", " : "", times[block]);
    printf("]");
}

#endif
