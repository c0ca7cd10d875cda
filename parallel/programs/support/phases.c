#include "phases.h"

#include <string.h>

#include "engine/sequential.h"
#include "modmul/multiplier.h"
#include "ticks.h"

#define EMPTY_TIMES 1000

/* Of one thread of a pair: where it is, and the ticks of its parts in this call. */
typedef struct {
    _Alignas(MC_CACHE_LINE) size_t phase;
    uint64_t ticks[PHASES_MOST];
} pair_thread;

typedef struct {
    phases *all;
    unsigned parts[2]; /* that the caller and the other thread run at once */
    unsigned helper;   /* the thread of the engine that runs the rest */
    pair_thread threads[2];
} pair;

static bool starts_now(mc_parallel_multiplier *multiplier, size_t phase)
{
    bool all = true;
    for (unsigned part = multiplier->threads; part-- > 0;) /* the last first: it waits for those before, if any does */
        all = multiplier->phases[phase](multiplier, part) && all;
    if (!all)
        mc_parallel_run_sequential(&multiplier->phases[phase], 1, multiplier->threads, multiplier);
    return all;
}

/* As mc_parallel_multiply begins and ends, timed. */
static void begin_call(phases *self)
{
    mc_parallel_multiplier *multiplier = self->call.multiplier;
    uint64_t begin = ticks_now();
    if (mc_parallel_check_operand(multiplier->modulus, self->call.a, self->limbs) != MC_PARALLEL_OK ||
        mc_parallel_check_operand(multiplier->modulus, self->call.b, self->limbs) != MC_PARALLEL_OK)
        return;
    multiplier->z = self->call.z;
    multiplier->a = self->call.a;
    multiplier->b = self->call.b;
    if (multiplier->algorithm->begin != NULL)
        multiplier->algorithm->begin(multiplier);
    self->serial.ticks += ticks_now() - begin;
    self->serial.timings++;
}

static void end_call(phases *self)
{
    mc_parallel_multiplier *multiplier = self->call.multiplier;
    if (multiplier->algorithm->end == NULL)
        return;
    uint64_t begin = ticks_now();
    multiplier->algorithm->end(multiplier);
    self->serial.ticks += ticks_now() - begin;
    self->serial.timings++;
}

bool phases_init(phases *self, modmul_call call, size_t limbs)
{
    mc_parallel_multiplier *multiplier = call.multiplier;
    if (multiplier->phase_count > PHASES_MOST || multiplier->threads > PHASES_THREADS_MOST)
        return false;
    *self = (phases){.call = call, .limbs = limbs, .count = multiplier->phase_count, .threads = multiplier->threads};
    begin_call(self);
    for (size_t i = 0; i < self->count; i++)
        self->messages[i] = !starts_now(multiplier, i);
    end_call(self);
    phases_clear(self);
    return true;
}

void phases_clear(phases *self)
{
    memset(self->parts, 0, sizeof self->parts);
    self->serial = (phases_sum){0};
}

static bool do_nothing(void *call, unsigned thread)
{
    (void)call;
    (void)thread;
    return true;
}

uint64_t phases_empty_ticks(void)
{
    mc_parallel_phase volatile phase = do_nothing;
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < EMPTY_TIMES; i++) {
        uint64_t begin = ticks_now();
        mc_parallel_run_part(phase, NULL, 0);
        uint64_t taken = ticks_now() - begin;
        least = taken < least ? taken : least;
    }
    return least;
}

void phases_run_alone(phases *self)
{
    mc_parallel_multiplier *multiplier = self->call.multiplier;
    begin_call(self);
    for (size_t i = 0; i < self->count; i++)
        for (unsigned done = 0; done < self->threads;) {
            done = 0;
            for (unsigned part = 0; part < self->threads; part++) {
                uint64_t begin = ticks_now();
                done += multiplier->phases[i](multiplier, part);
                self->parts[i][part].ticks += ticks_now() - begin;
                self->parts[i][part].timings++;
            }
        }
    end_call(self);
}

void phases_forget(phases *self)
{
    const mp_limb_t *a = self->call.a;
    memset(self->call.z, 0, self->limbs * sizeof *self->call.z);
    self->call.a = self->call.z;
    phases_run_alone(self);
    self->call.a = a;
}

static bool waits_for_others(const phases *self, size_t phase)
{
    return self->messages[phase] && self->threads > 2;
}

/* Both threads at once. */
static bool run_both(void *context, unsigned thread)
{
    pair *two = context;
    pair_thread *own = &two->threads[thread];
    mc_parallel_multiplier *multiplier = two->all->call.multiplier;
    if (!waits_for_others(two->all, own->phase)) {
        uint64_t begin = ticks_now();
        mc_parallel_run_part(multiplier->phases[own->phase], multiplier, two->parts[thread]);
        own->ticks[own->phase] = ticks_now() - begin;
    }
    if (two->all->threads == 2)
        own->phase++;
    return true;
}

/* The other parts of the phase, in the helper. */
static bool run_rest(void *context, unsigned thread)
{
    pair *two = context;
    size_t phase = two->threads[thread].phase++;
    mc_parallel_multiplier *multiplier = two->all->call.multiplier;
    if (thread != two->helper)
        return true;
    if (waits_for_others(two->all, phase))
        mc_parallel_run_sequential(&multiplier->phases[phase], 1, multiplier->threads, multiplier);
    else
        for (unsigned part = 0; part < multiplier->threads; part++)
            if (part != two->parts[0] && part != two->parts[1])
                mc_parallel_run_part(multiplier->phases[phase], multiplier, part);
    return true;
}

bool phases_run_pair(phases *self, mc_parallel_engine *engine, unsigned part)
{
    mc_parallel_phase list[2 * PHASES_MOST];
    unsigned place = part == 0 ? 0 : 1, next = (part + 1) % self->threads;
    pair two = {.all = self, .parts = {place == 0 ? part : next, place == 0 ? next : part}, .helper = 1 - place};
    size_t count = 0;
    for (size_t i = 0; i < self->count; i++) {
        list[count++] = run_both;
        if (self->threads > 2)
            list[count++] = run_rest;
    }
    begin_call(self);
    if (mc_parallel_engine_run(engine, list, count, 2, &two) != MC_PARALLEL_OK)
        return false;
    end_call(self);
    for (size_t i = 0; i < self->count; i++)
        if (!waits_for_others(self, i)) {
            self->parts[i][part].ticks += two.threads[place].ticks[i];
            self->parts[i][part].timings++;
        }
    return true;
}
