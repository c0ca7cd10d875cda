/* Times of the parts of parallel multiplications, of the engine's hand-overs and of whole calls: lines of CSV, from
 * which times of more threads than processors are predicted (docs/parallel/times.md).
 *
 *     phase_times --bits BITS[,BITS...] [--runs N] [--operation multiply|square] [--seed N]
 *                 ALGORITHM:THREADS:ENGINE[:SPLIT]...
 *
 * A run of a test measures in turn, each for some 10 microseconds: the whole call, where each thread has a processor;
 * every part in a pair, on two threads; every part alone; the hand-overs. Where parts of more than two threads wait for
 * messages, the same algorithm on two threads with the same split is measured in a pair, too (`ring`). So all meet the
 * same conditions of the machine. The least and the middle of the runs are printed, in microseconds of one call. Of a
 * test with one thread there is the whole call alone. Numbers are those of modmul_times; results of all kinds of calls
 * are checked. */
#define _GNU_SOURCE
#include <getopt.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/engines.h"
#include "support/late.h"
#include "support/modmul_plan.h"
#include "support/phases.h"
#include "support/ticks.h"
#include "support/times.h"

#define PROGRAM     "phase_times"
#define LATE_CALLS  4
#define SERIES_MOST (2 * PHASES_MOST * (PHASES_THREADS_MOST + 1) + LATE_PATHS + 4)

static modmul_plan plan = {.program = PROGRAM, .runs = 200, .seed = 1};

static double tick; /* in microseconds */
static uint64_t empty_ticks;

/* Times of one thing, one for each run. */
typedef struct {
    const char *what;
    late_path phase; /* or the path of a hand-over */
    unsigned thread;
    double *runs;
} series;

typedef struct {
    const modmul_test *test;
    unsigned long bits, calls;
    modmul_subject *subject, *ring; /* ring: on two threads; null without messages among more */
    mc_parallel_engine *pairs;      /* of two threads; the subject's own if that has two */
    phases phases, ring_phases;
    bool has_whole, right;
    unsigned long run;
    size_t count;
    series series[SERIES_MOST];
} measurement;

/* Keeps the time of the present run; the series are made by the first, in the order of the calls. */
static void keep(measurement *self, size_t *next, const char *what, const char *phase, unsigned thread, double time)
{
    series *one = &self->series[(*next)++];
    if (*next > self->count) {
        *one = (series){.what = what, .thread = thread, .runs = calloc(plan.runs, sizeof *one->runs)};
        snprintf(one->phase, sizeof one->phase, "%s", phase);
        self->count = *next;
    }
    if (one->runs == NULL) {
        fputs(PROGRAM ": no memory is left\n", stderr);
        exit(2);
    }
    one->runs[self->run] = time;
}

static double microseconds_of(const phases_sum *sum, unsigned long calls)
{
    double ticks = (double)sum->ticks - (double)sum->timings * (double)empty_ticks;
    return ticks > 0 ? ticks * tick / (double)calls : 0;
}

static void keep_part(measurement *self, size_t *next, const phases *of, const char *what, size_t phase,
                      unsigned thread)
{
    const char name[] = {(char)('0' + phase), '\0'};
    const phases_sum *sum = &of->parts[phase][thread];
    if (sum->timings > 0)
        keep(self, next, what, name, thread, microseconds_of(sum, self->calls));
}

static void time_whole(measurement *self, size_t *next)
{
    self->right = modmul_subject_run(self->subject, 1) && self->right;
    double begin = times_microseconds();
    self->right = modmul_subject_run(self->subject, self->calls) && self->right;
    keep(self, next, "whole", "", 0, (times_microseconds() - begin) / (double)self->calls);
}

static void time_pairs(measurement *self, size_t *next, phases *of, const char *what)
{
    for (unsigned part = 0; part < of->threads; part++) {
        self->right = phases_run_pair(of, self->pairs, part) && self->right;
        phases_clear(of);
        for (unsigned long call = 0; call < self->calls; call++)
            self->right = phases_run_pair(of, self->pairs, part) && self->right;
        for (size_t phase = 0; phase < of->count; phase++)
            keep_part(self, next, of, what, phase, part);
        if (part == 0 && of == &self->phases)
            keep(self, next, "serial", "", 0, microseconds_of(&of->serial, self->calls));
    }
}

static void time_alone(measurement *self, size_t *next)
{
    phases_run_alone(&self->phases);
    phases_clear(&self->phases);
    for (unsigned long call = 0; call < self->calls; call++)
        phases_run_alone(&self->phases);
    for (size_t phase = 0; phase < self->phases.count; phase++)
        for (unsigned part = 0; part < self->phases.threads; part++)
            keep_part(self, next, &self->phases, "alone", phase, part);
}

static void time_handovers(measurement *self, size_t *next)
{
    late_path paths[LATE_PATHS];
    size_t count = late_paths(paths, self->phases.count);
    for (size_t i = 0; i < count; i++) {
        bool done = late_call(self->pairs, paths[i], 1) >= 0;
        double time = late_call(self->pairs, paths[i], LATE_CALLS);
        self->right = done && time >= 0 && self->right;
        keep(self, next, "late", paths[i], 0, time);
    }
    keep(self, next, "work", "", 0, late_work(LATE_CALLS));
}

/* Each kind of call by itself, and its result. */
static void check(measurement *self)
{
    if (self->has_whole)
        self->right = modmul_subject_run(self->subject, 1) && modmul_subject_is_right(self->subject) && self->right;
    if (self->pairs == NULL)
        return;
    for (unsigned part = 0; part < self->phases.threads; part++) {
        phases_forget(&self->phases);
        bool done = phases_run_pair(&self->phases, self->pairs, part);
        self->right = done && modmul_subject_is_right(self->subject) && self->right;
    }
    phases_forget(&self->phases);
    phases_run_alone(&self->phases);
    self->right = modmul_subject_is_right(self->subject) && self->right;
}

/* So many calls on one thread. */
static bool run_alone(void *context, unsigned long calls)
{
    measurement *self = context;
    if (self->pairs == NULL)
        return modmul_subject_run(self->subject, calls);
    for (; calls > 0; calls--)
        phases_run_alone(&self->phases);
    return true;
}

/* The test on two threads, with as long blocks; null, or why it cannot be had. */
static const char *prepare_ring(measurement *self, const modmul_numbers *numbers)
{
    bool waits = false;
    const char *why = NULL;
    modmul_test two = *self->test;
    for (size_t phase = 0; phase < self->phases.count; phase++)
        waits = self->phases.messages[phase] || waits;
    if (!waits)
        return NULL;
    two.threads = 2;
    two.split = modmul_subject_split(self->subject);
    self->ring = modmul_subject_new(&two, numbers, &why);
    if (self->ring != NULL && !phases_init(&self->ring_phases, modmul_subject_call(self->ring), mpz_size(numbers->m)))
        return "it has too many phases";
    return why;
}

static unsigned processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

/* The run in which the parts of one thread, all phases together, took least; of another thing, the thing itself. */
static unsigned long fastest(const measurement *self, const series *one)
{
    unsigned long best = 0;
    double least = 0;
    for (unsigned long run = 0; run < plan.runs; run++) {
        double sum = 0;
        for (size_t i = 0; i < self->count; i++) {
            const series *other = &self->series[i];
            bool together = other == one || (strcmp(one->what, "late") != 0 && strcmp(other->what, one->what) == 0 &&
                                             other->thread == one->thread);
            sum += together ? other->runs[run] : 0;
        }
        if (run == 0 || sum < least) {
            least = sum;
            best = run;
        }
    }
    return best;
}

static void print(measurement *self)
{
    double chosen[SERIES_MOST];
    for (size_t i = 0; i < self->count; i++)
        chosen[i] = self->series[i].runs[fastest(self, &self->series[i])];
    for (size_t i = 0; i < self->count; i++) {
        const series *one = &self->series[i];
        times_summary summary = times_summarise(one->runs, plan.runs);
        printf("%s,%u,%s,%lu,%zu,%lu,%s,%s,%u,%.5f,%.5f,%d\n", self->test->algorithm, self->test->threads,
               self->test->engine, self->bits, modmul_subject_split(self->subject), plan.runs, one->what, one->phase,
               one->thread, chosen[i], summary.median, self->right);
        free(one->runs);
    }
    fflush(stdout);
}

/* Null, or why the test cannot be measured. */
static const char *prepare(measurement *self, const modmul_numbers *numbers)
{
    const char *why;
    unsigned threads = self->test->threads;
    self->subject = modmul_subject_new(self->test, numbers, &why);
    if (self->subject == NULL)
        return why;
    modmul_call call = modmul_subject_call(self->subject);
    self->has_whole = threads <= processors();
    if (threads == 1)
        return NULL;
    if (call.multiplier == NULL || !phases_init(&self->phases, call, mpz_size(numbers->m)))
        return "it has no phases, or too many";
    mc_parallel_engine_options two = {.kind = engines_kind(self->test->engine), .threads = 2, .pin = true};
    self->pairs = call.engine;
    if (threads == 2)
        return NULL;
    mc_parallel_status status = mc_parallel_engine_new(&self->pairs, &two);
    return status == MC_PARALLEL_OK ? prepare_ring(self, numbers) : mc_parallel_status_text(status);
}

/* The lines of a test; status of the program. */
static int measure(const char *text, const modmul_test *test, const modmul_numbers *numbers, unsigned long bits)
{
    measurement self = {.test = test, .bits = bits, .right = true};
    const char *why = prepare(&self, numbers);
    if (why != NULL) {
        fprintf(stderr, PROGRAM ": %s, %lu bits: %s\n", text, bits, why);
        return 2;
    }
    check(&self);
    self.calls = modmul_plan_calls(run_alone, &self, &self.right);
    for (self.run = 0; self.run < plan.runs; self.run++) {
        size_t next = 0;
        if (self.has_whole)
            time_whole(&self, &next);
        if (self.pairs == NULL)
            continue;
        time_pairs(&self, &next, &self.phases, "paired");
        if (self.ring != NULL)
            time_pairs(&self, &next, &self.ring_phases, "ring");
        time_alone(&self, &next);
        time_handovers(&self, &next);
    }
    check(&self);
    print(&self);
    if (test->threads > 2)
        mc_parallel_engine_free(self.pairs);
    if (self.ring != NULL)
        modmul_subject_free(self.ring);
    modmul_subject_free(self.subject);
    return 0;
}

static void read_options(int argc, char **argv)
{
    static const struct option names[] = {MODMUL_PLAN_OPTIONS, {0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;)
        modmul_plan_take(&plan, option, optarg);
}

int main(int argc, char **argv)
{
    read_options(argc, argv);
    tick = ticks_microseconds();
    empty_ticks = phases_empty_ticks();
    puts("algorithm,threads,engine,bits,split,runs,what,phase,thread,minimum,median,verified");
    return modmul_plan_run(&plan, argv + optind, measure);
}
