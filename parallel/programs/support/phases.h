/* The parts of one multiplication, each timed by itself: alone, on one thread; and in pairs, on two threads at once. */
#ifndef MC_PARALLEL_PROGRAMS_PHASES_H
#define MC_PARALLEL_PROGRAMS_PHASES_H

#include <stdbool.h>
#include <stdint.h>

#include "modmul_subject.h"

#define PHASES_MOST         8
#define PHASES_THREADS_MOST 4

typedef struct {
    uint64_t ticks;
    unsigned long timings; /* how often the clock was read around it */
} phases_sum;

typedef struct {
    modmul_call call;
    size_t limbs, count; /* of the modulus; of phases */
    unsigned threads;
    bool messages[PHASES_MOST];                         /* whether parts of the phase wait for one another */
    phases_sum parts[PHASES_MOST][PHASES_THREADS_MOST]; /* by phase and thread */
    phases_sum serial;                                  /* outside of the phases, in the thread that calls */
} phases;

/* False for more phases or threads than there is room for. Makes one call, to find messages. */
bool phases_init(phases *self, modmul_call call, size_t limbs);
/* Forgets the sums. */
void phases_clear(phases *self);
/* Ticks of a part that does nothing: the clock's own. */
uint64_t phases_empty_ticks(void);

/* One call, all parts in order on this thread; adds every part's ticks. */
void phases_run_alone(phases *self);
/* Multiplies by 0, so that what a later call leaves out shows in its result: the last call's data are gone. */
void phases_forget(phases *self);
/* One call on two threads of the engine; adds the ticks of part `part` of each phase. It runs in the caller if it is
 * part 0, and the next thread's part runs beside it in the other, which then does all other parts; so what others write
 * comes from another core. Parts that wait for others are timed only if these two are all. False if the engine failed.
 */
bool phases_run_pair(phases *self, mc_parallel_engine *engine, unsigned part);

#endif
