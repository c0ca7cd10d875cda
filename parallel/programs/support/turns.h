/* Several subjects that do the same work, measured in turn: so all meet the same conditions of the machine. */
#ifndef MC_PARALLEL_PROGRAMS_TURNS_H
#define MC_PARALLEL_PROGRAMS_TURNS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *method, *engine;
    unsigned threads;
    void *context;
    bool (*run)(void *context, unsigned input);            /* the call that is measured; false if it failed */
    bool (*is_right)(const void *context, unsigned input); /* of the last run, which had this input */
    double *times;
    size_t count; /* of the times */
    bool right;
} turns_subject;

/* Makes `runs` runs of each, 100 at a time, inputs 0 to inputs - 1 in turn; of slow subjects fewer at a time, and so
 * fewer in all. Up to ten more before them are not counted: they find threads asleep and tables in no cache. False if
 * no memory is left. */
bool turns_measure(turns_subject *subjects, size_t count, unsigned long runs, unsigned inputs);

/* A line of each: `first`, then method, threads, engine, bits, count, minimum, median, spread, verified; and frees the
 * times. */
#define TURNS_HEADING "method,threads,engine,bits,runs,minimum,median,spread,verified"
void turns_print(turns_subject *subjects, size_t count, const char *first, unsigned bits);

#endif
