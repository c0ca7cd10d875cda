/* Times of modular multiplications, each checked against GMP's integers: lines of CSV.
 *
 *     modmul_times --bits BITS[,BITS...] [--runs N] [--calls N] [--wait-milliseconds N] [--operation multiply|square]
 *                  [--seed N] ALGORITHM:THREADS:ENGINE[:SPLIT]...
 *     modmul_times --list
 *
 * All tests are made for each size, sizes in the order given, in one process. A test waits after its initialisation,
 * then makes runs; a run is as many calls as take 10 microseconds, or --calls. Modulus and operands are those of the
 * size and the seed, from GMP's Mersenne twister. Results are checked before the first run, after each tenth of the
 * runs, and after the last. --list prints the algorithms of each engine that this build and this processor have. */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/modmul_plan.h"
#include "support/times.h"

#define PROGRAM      "modmul_times"
#define CHECKS       10
#define THREADS_MOST 4

static modmul_plan plan = {.program = PROGRAM, .runs = 1000, .seed = 1};
static struct {
    unsigned long calls, wait_milliseconds;
} options;

static void wait_milliseconds(unsigned long milliseconds)
{
    struct timespec left = {(time_t)(milliseconds / 1000), (long)(milliseconds % 1000) * 1000000};
    while (milliseconds > 0 && nanosleep(&left, &left) != 0)
        ;
}

static bool run(void *subject, unsigned long calls)
{
    return modmul_subject_run(subject, calls);
}

/* The line of a test; status of the program. */
static int measure(const char *text, const modmul_test *test, const modmul_numbers *numbers, unsigned long bits)
{
    const char *why;
    modmul_subject *subject = modmul_subject_new(test, numbers, &why);
    double *times = calloc(plan.runs, sizeof *times);
    if (subject == NULL || times == NULL) {
        fprintf(stderr, PROGRAM ": %s, %lu bits: %s\n", text, bits, subject == NULL ? why : "no memory is left");
        return 2;
    }
    wait_milliseconds(options.wait_milliseconds);
    bool right = modmul_subject_run(subject, 1) && modmul_subject_is_right(subject);
    unsigned long calls = options.calls > 0 ? options.calls : modmul_plan_calls(run, subject, &right);
    unsigned long check_after = plan.runs < CHECKS ? 1 : plan.runs / CHECKS;
    double multiplications = (double)calls * modmul_subject_batch(subject);
    for (unsigned long run = 0; run < plan.runs; run++) {
        double begin = times_microseconds();
        right = modmul_subject_run(subject, calls) && right;
        times[run] = (times_microseconds() - begin) / multiplications;
        if ((run + 1) % check_after == 0 || run + 1 == plan.runs)
            right = modmul_subject_is_right(subject) && right;
    }
    times_summary summary = times_summarise(times, plan.runs);
    printf("%s,%u,%s,%lu,%zu,%u,%lu,%lu,%.5f,%.5f,%.5f,%d\n", test->algorithm, test->threads, test->engine, bits,
           modmul_subject_split(subject), modmul_subject_batch(subject), plan.runs, calls, summary.minimum,
           summary.median, summary.spread, right);
    fflush(stdout);
    modmul_subject_free(subject);
    free(times);
    return 0;
}

static bool can_be_had(const modmul_test *test, const modmul_numbers *numbers)
{
    const char *why;
    modmul_subject *subject = modmul_subject_new(test, numbers, &why);
    if (subject == NULL)
        return false;
    modmul_subject_free(subject);
    return true;
}

/* A line for each algorithm that can be had on an engine, with its numbers of threads. */
static void list_engine(mc_parallel_engine_kind kind, modmul_numbers *numbers)
{
    const mc_parallel_algorithm *algorithm;
    unsigned first = kind == MC_PARALLEL_SEQUENTIAL ? 1 : 2, last = kind == MC_PARALLEL_SEQUENTIAL ? 1 : THREADS_MOST;
    for (size_t i = 0; (algorithm = mc_parallel_algorithm_at(i)) != NULL; i++) {
        modmul_test test = {.split = MC_PARALLEL_USUAL_SPLIT};
        char threads[20] = "";
        snprintf(test.algorithm, sizeof test.algorithm, "%s", mc_parallel_algorithm_name(algorithm));
        snprintf(test.engine, sizeof test.engine, "%s", mc_parallel_engine_name(kind));
        numbers->square = mc_parallel_algorithm_squares(algorithm);
        for (test.threads = first; test.threads <= last; test.threads++)
            if (can_be_had(&test, numbers))
                snprintf(threads + strlen(threads), sizeof threads - strlen(threads), "%s%u", *threads ? " " : "",
                         test.threads);
        if (*threads)
            printf("%s,%s,%s,%d,%d\n", test.algorithm, test.engine, threads, numbers->square,
                   mc_parallel_algorithm_splits(algorithm));
    }
}

static int list(void)
{
    static const modmul_test others[] = {{"openssl", "sequential", 1, MC_PARALLEL_USUAL_SPLIT},
                                         {"lanes-ifma", "simd", 1, MC_PARALLEL_USUAL_SPLIT},
                                         {"lanes-avx2", "simd", 1, MC_PARALLEL_USUAL_SPLIT},
                                         {"rns-ifma", "simd", 1, MC_PARALLEL_USUAL_SPLIT}};
    modmul_numbers numbers;
    modmul_numbers_init(&numbers);
    modmul_numbers_set(&numbers, 64, plan.seed);
    puts("algorithm,engine,threads,squares,splits");
    list_engine(MC_PARALLEL_SEQUENTIAL, &numbers);
    list_engine(MC_PARALLEL_OPENMP, &numbers);
    list_engine(MC_PARALLEL_POOL, &numbers);
    numbers.square = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (can_be_had(&others[i], &numbers))
            printf("%s,%s,1,0,0\n", others[i].algorithm, others[i].engine);
    return 0;
}

static void read_options(int argc, char **argv)
{
    static const struct option names[] = {MODMUL_PLAN_OPTIONS,
                                          {"calls", required_argument, 0, 'c'},
                                          {"wait-milliseconds", required_argument, 0, 'w'},
                                          {"list", no_argument, 0, 'l'},
                                          {0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 'c')
            options.calls = times_number(PROGRAM, "calls", optarg, 1000000);
        else if (option == 'w')
            options.wait_milliseconds = times_number(PROGRAM, "wait-milliseconds", optarg, 600000);
        else if (option == 'l')
            exit(list());
        else
            modmul_plan_take(&plan, option, optarg);
    }
}

int main(int argc, char **argv)
{
    read_options(argc, argv);
    puts("algorithm,threads,engine,bits,split,batch,runs,calls,minimum,median,spread,verified");
    return modmul_plan_run(&plan, argv + optind, measure);
}
