#include "timing.h"

#include "clock.h"

/* Duration of a block. */
static double block(const struct timed *side)
{
    double begin = clock_microseconds();
    for (size_t i = 0; i < side->case_count; i++)
        side->run(side->cases[i], side->repetitions);
    return clock_microseconds() - begin;
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

void timing_measure(struct timing *timing, struct timed *sides, size_t side_count)
{
    size_t blocks = timing->blocks < MAX_BLOCKS ? timing->blocks : MAX_BLOCKS;
    for (size_t s = 0; s < side_count; s++)
        if (sides[s].run)
            calibrate(&sides[s], (double)timing->block_microseconds);
    for (size_t b = 0; b < blocks; b++) {
        timing->megahertz[b] = clock_megahertz();
        for (size_t s = 0; s < side_count; s++)
            if (sides[s].run) {
                double calls = (double)(sides[s].repetitions * sides[s].case_count);
                sides[s].microseconds[b] = block(&sides[s]) / calls;
                sides[s].block_count = b + 1;
            }
    }
}
