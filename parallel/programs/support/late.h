/* The hand-overs of an engine with two threads, by who is late. A thread that is late works while the other already
 * waits; a path says who is late in each phase of a call. The time beyond this work is what the engine adds on the
 * path: from it follows a call in which each thread takes any time. */
#ifndef MC_PARALLEL_PROGRAMS_LATE_H
#define MC_PARALLEL_PROGRAMS_LATE_H

#include <motecurve/parallel/engine.h>

#define LATE_PATHS 6

/* "0", "1", "00", "11", "01", "10": the late thread of each phase. */
extern const char *const LATE_NAMES[LATE_PATHS];

/* Microseconds of one call on a path, of `calls`; negative if one failed. */
double late_call(mc_parallel_engine *engine, unsigned path, unsigned calls);
/* Microseconds of the work of one late thread in one phase, of `calls`. */
double late_work(unsigned calls);

#endif
