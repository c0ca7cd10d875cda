#include "late.h"

#include <stdint.h>
#include <string.h>

#include "times.h"

#define STEPS 1000 /* of late work: longer than any hand-over and its return */

/* Each thread counts its phases, in a line of cache of its own. */
typedef struct {
    _Alignas(64) size_t phases;
    uint64_t number;
} late_thread;

typedef struct {
    const char *path;
    size_t length;
    late_thread threads[2];
} late;

/* Each step needs the one before, so it takes as long wherever it runs. */
static uint64_t work(uint64_t number)
{
    for (unsigned i = 0; i < STEPS; i++) {
        number = number * 0x5851f42d4c957f2d + 1;
        __asm__ volatile("" : "+r"(number));
    }
    return number;
}

static bool do_phase(void *context, unsigned thread)
{
    late *all = context;
    late_thread *own = &all->threads[thread];
    if ((unsigned)(all->path[own->phases++ % all->length] - '0') == thread)
        own->number = work(own->number);
    return true;
}

size_t late_paths(late_path paths[LATE_PATHS], size_t phases)
{
    size_t count = phases == 1 ? 2 : phases == 2 ? 6 : LATE_PATHS; /* of two phases, in turn is one after the other */
    for (size_t i = 0; i < count; i++) {
        size_t length = i < 2 ? 1 : phases;
        for (size_t phase = 0; phase < length; phase++) {
            size_t others = i < 4 ? 0 : i < 6 ? phase % 2 : 2 * phase >= length;
            paths[i][phase] = (char)('0' + (i + others) % 2);
        }
        paths[i][length] = '\0';
    }
    return count;
}

double late_call(mc_parallel_engine *engine, const char *path, unsigned calls)
{
    static const mc_parallel_phase phases[LATE_PHASES_MOST] = {do_phase, do_phase, do_phase, do_phase,
                                                               do_phase, do_phase, do_phase, do_phase};
    late all = {.path = path, .length = strlen(path)};
    double begin = times_microseconds();
    for (unsigned i = 0; i < calls; i++)
        if (mc_parallel_engine_run(engine, phases, all.length, 2, &all) != MC_PARALLEL_OK)
            return -1;
    return (times_microseconds() - begin) / calls;
}

double late_work(unsigned calls)
{
    uint64_t volatile number = 1;
    double begin = times_microseconds();
    for (unsigned i = 0; i < calls; i++)
        number = work(number);
    return (times_microseconds() - begin) / calls;
}
