#include "timing.h"

#include <time.h>

/* Processor time of this thread: what other programs take in between does not count. */
static double now_microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Duration of a block. */
static double block(const struct timed *side)
{
    double begin = now_microseconds();
    for (size_t i = 0; i < side->case_count; i++)
        side->run(side->cases[i], side->repetitions);
    return now_microseconds() - begin;
}

/* Finds the number of repetitions, in steps of at most 10 so that a first, cold call does not mislead. */
static void calibrate(struct timed *side, double wanted)
{
    side->repetitions = 1;
    for (;;) {
        double needed = wanted / (block(side) + 0.001);
        if (needed < 1.2)
            return;
        side->repetitions = (size_t)((double)side->repetitions * (needed < 10 ? needed : 10)) + 1;
    }
}

void timing_measure(const struct timing *timing, struct timed *sides, size_t side_count)
{
    size_t blocks = timing->blocks < MAX_BLOCKS ? timing->blocks : MAX_BLOCKS;
    for (size_t s = 0; s < side_count; s++)
        if (sides[s].run)
            calibrate(&sides[s], (double)timing->block_microseconds);
    for (size_t b = 0; b < blocks; b++)
        for (size_t s = 0; s < side_count; s++)
            if (sides[s].run) {
                double calls = (double)(sides[s].repetitions * sides[s].case_count);
                sides[s].microseconds[b] = block(&sides[s]) / calls;
                sides[s].block_count = b + 1;
            }
}
