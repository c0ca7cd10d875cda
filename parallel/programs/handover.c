/* How long a call takes that hands nothing over and waits for its return, by engine: lines of CSV.
 *
 *     OMP_WAIT_POLICY=active handover [--threads N] [--rounds N] [--phases N]
 *
 * A round is 1,000 calls of one empty phase, or of so many; the least and the middle round are printed, for one call.
 * Of use on an idle machine with as many processors as threads. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include <motecurve/parallel/engine.h>

#include "support/times.h"

#define CALLS       1000
#define PHASES_MOST 16

static bool do_nothing(void *call, unsigned thread)
{
    (void)call;
    (void)thread;
    return true;
}

/* Nanoseconds of a call; negative if one failed. */
static double time_round(mc_parallel_engine *engine, unsigned threads, unsigned count)
{
    mc_parallel_phase phases[PHASES_MOST];
    for (unsigned i = 0; i < count; i++)
        phases[i] = do_nothing;
    double begin = times_microseconds();
    for (unsigned i = 0; i < CALLS; i++)
        if (mc_parallel_engine_run(engine, phases, count, threads, NULL) != MC_PARALLEL_OK)
            return -1;
    return (times_microseconds() - begin) * 1e3 / CALLS;
}

/* A line of one engine; its threads end before the next is measured, except OpenMP's, which is the last. */
static int measure(mc_parallel_engine_kind kind, unsigned threads, unsigned rounds, unsigned phases)
{
    mc_parallel_engine *engine;
    mc_parallel_engine_options options = {.kind = kind, .threads = threads, .pin = true};
    mc_parallel_status status = mc_parallel_engine_new(&engine, &options);
    double *times = calloc(rounds, sizeof *times);
    if (status != MC_PARALLEL_OK || times == NULL) {
        fprintf(stderr, "handover: %s: %s\n", mc_parallel_engine_name(kind), mc_parallel_status_text(status));
        return 2;
    }
    for (unsigned round = 0; round < rounds; round++)
        times[round] = time_round(engine, threads, phases);
    mc_parallel_engine_free(engine);
    times_summary summary = times_summarise(times, rounds);
    printf("%s,%u,%.1f,%.1f\n", mc_parallel_engine_name(kind), threads, summary.minimum, summary.median);
    free(times);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"threads", required_argument, 0, 't'},
                                          {"rounds", required_argument, 0, 'r'},
                                          {"phases", required_argument, 0, 'p'},
                                          {0}};
    unsigned long threads = 2, rounds = 101, phases = 1;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 't')
            threads = times_number("handover", "threads", optarg, 1024);
        else if (option == 'r')
            rounds = times_number("handover", "rounds", optarg, 1000000);
        else if (option == 'p')
            phases = times_number("handover", "phases", optarg, PHASES_MOST);
        else
            return 2;
    }
    puts("engine,threads,minimum_nanoseconds,median_nanoseconds");
    int status = measure(MC_PARALLEL_POOL, (unsigned)threads, (unsigned)rounds, (unsigned)phases);
    return status != 0 ? status : measure(MC_PARALLEL_OPENMP, (unsigned)threads, (unsigned)rounds, (unsigned)phases);
}
