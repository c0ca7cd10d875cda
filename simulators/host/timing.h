/* Blocks of calls, timed in turns. A block calls every case of one side as many times as it needs to last the
 * requested time. Before the first side's block of each turn the clock of the core is measured. */
#ifndef MC_NATIVE_TIMING_H
#define MC_NATIVE_TIMING_H

#include <stddef.h>

#define MAX_BLOCKS 1000

struct timing {
    size_t blocks, block_microseconds;
    double megahertz[MAX_BLOCKS]; /* measured, by turn */
};

/* One side's cases; run(case, count) computes one `count` times. A side without `run` is passed over. */
struct timed {
    void (*run)(void *prepared, size_t count);
    void *const *cases;
    size_t case_count;
    size_t repetitions; /* of each case in a block, found by calibration */
    size_t block_count;
    double microseconds[MAX_BLOCKS]; /* of one call, by block */
};

void timing_measure(struct timing *timing, struct timed *sides, size_t side_count);

#endif
