/* How long a call takes that hands nothing over and waits for its return, by engine: lines of CSV.
 *
 *     OMP_WAIT_POLICY=active handover [--threads N] [--rounds N]
 *
 * A round is 1,000 calls of one empty phase; the least and the middle round are printed, for one call. Of use on an
 * idle machine with as many processors as threads. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <motecurve/parallel/engine.h>

#define CALLS 1000

static bool do_nothing(void *call, unsigned thread)
{
    (void)call;
    (void)thread;
    return true;
}

static double nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Nanoseconds of a call; negative if one failed. */
static double time_round(mc_parallel_engine *engine, unsigned threads)
{
    static const mc_parallel_phase phases[] = {do_nothing};
    double begin = nanoseconds();
    for (unsigned i = 0; i < CALLS; i++)
        if (mc_parallel_engine_run(engine, phases, 1, threads, NULL) != MC_PARALLEL_OK)
            return -1;
    return (nanoseconds() - begin) / CALLS;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A line of one engine; its threads end before the next is measured, except OpenMP's, which is the last. */
static int measure(mc_parallel_engine_kind kind, unsigned threads, unsigned rounds)
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
        times[round] = time_round(engine, threads);
    mc_parallel_engine_free(engine);
    qsort(times, rounds, sizeof *times, compare);
    printf("%s,%u,%.1f,%.1f\n", mc_parallel_engine_name(kind), threads, times[0], times[rounds / 2]);
    free(times);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"threads", required_argument, 0, 't'}, {"rounds", required_argument, 0, 'r'}, {0}};
    int threads = 2, rounds = 101;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 't')
            threads = atoi(optarg);
        else if (option == 'r')
            rounds = atoi(optarg);
        else
            return 2;
    }
    if (threads < 1 || rounds < 1) {
        fputs("handover: --threads and --rounds must be numbers above 0\n", stderr);
        return 2;
    }
    puts("engine,threads,minimum_nanoseconds,median_nanoseconds");
    int status = measure(MC_PARALLEL_POOL, (unsigned)threads, (unsigned)rounds);
    return status != 0 ? status : measure(MC_PARALLEL_OPENMP, (unsigned)threads, (unsigned)rounds);
}
