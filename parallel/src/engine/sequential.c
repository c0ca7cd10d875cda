#include "engine/sequential.h"

#include <sched.h>

#define LOOKS 1000 /* for a message, before the thread lets others run */

void mc_parallel_run_part(mc_parallel_phase phase, void *call, unsigned thread)
{
    for (unsigned looks = 0; !phase(call, thread); looks++) {
        mc_parallel_relax();
        if (looks % LOOKS == LOOKS - 1)
            sched_yield();
    }
}

/* All parts of a phase in turn, again and again until each is done: a part may wait for a message of a later one. */
static void run_phase(mc_parallel_phase phase, unsigned threads, void *call)
{
    for (unsigned done = 0; done < threads;) {
        done = 0;
        for (unsigned thread = 0; thread < threads; thread++)
            done += phase(call, thread);
    }
}

void mc_parallel_run_sequential(const mc_parallel_phase *phases, size_t count, unsigned threads, void *call)
{
    for (size_t i = 0; i < count; i++)
        run_phase(phases[i], threads, call);
}
