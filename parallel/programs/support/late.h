/* The hand-overs of an engine with two threads, by who is late. A thread that is late works while the other already
 * waits; a path says who is late in each phase of a call. The time beyond this work is what the engine adds on the
 * path: from it follows a call in which each thread takes any time. */
#ifndef MC_PARALLEL_PROGRAMS_LATE_H
#define MC_PARALLEL_PROGRAMS_LATE_H

#include <stddef.h>

#include <motecurve/parallel/engine.h>

#define LATE_PATHS       8
#define LATE_PHASES_MOST 8

/* The late thread of each phase, such as "0101"; the caller is 0. */
typedef char late_path[LATE_PHASES_MOST + 1];

/* The paths for calls of so many phases: both of one phase; then each thread always, both in turn, and one after the
 * other. Returns how many they are. */
size_t late_paths(late_path paths[LATE_PATHS], size_t phases);

/* Microseconds of one call on a path, of `calls`; negative if one failed. */
double late_call(mc_parallel_engine *engine, const char *path, unsigned calls);
/* Microseconds of the work of one late thread in one phase, of `calls`. */
double late_work(unsigned calls);

#endif
