/* Times of scalar multiplications of one point by one scalar: lines of CSV, one for each subject.
 *
 *     scalar_times [--runs N] [--bits N] [--filled N] [--statistics] [--cold] P A B X Y K SUBJECT...
 *     scalar_times --list
 *
 * Numbers are hexadecimal. A subject is METHOD,THREADS,ENGINE,ALGORITHM,FIELD-THREADS,SQUARE,WINDOW, with multp or
 * comba as SQUARE and 0 for the usual window. Each round runs every subject once, so that all meet the same conditions;
 * first comes a round that does not count. Microseconds; statistics of the multiplications inside are nanoseconds,
 * without the cost of the clock. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <motecurve/parallel/scalar.h>

#include "support/engines.h"
#include "support/times.h"

#define THREADS_MAX 8
#define SAMPLES_MAX 200000

typedef struct {
    mp_limb_t *p, *a, *b, *x, *y, *k;
    size_t n, words;
    unsigned long bits, filled, runs;
    bool has_statistics, is_cold;
} request;

typedef struct {
    const char *text;
    mc_parallel_engine *engine;
    mc_parallel_scalar *scalar;
    mp_limb_t *x, *y;
    bool infinity;
    double *times;
} subject;

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "scalar_times: %s: %s\n", what, why);
    exit(2);
}

static void require(mc_parallel_status status, const char *what)
{
    if (status != MC_PARALLEL_OK)
        stop(what, mc_parallel_status_text(status));
}

static void *room(size_t count, size_t size)
{
    void *found = calloc(count + 1, size);
    if (found == NULL)
        stop("numbers", "no memory is left");
    return found;
}

/* The limbs of a number, at least n of them; how many there are in *words. */
static mp_limb_t *read_number(const char *text, size_t n, size_t *words)
{
    mpz_t number;
    if (mpz_init_set_str(number, text, 16) != 0 || mpz_sgn(number) < 0)
        stop(text, "it must be a number in hexadecimal digits");
    size_t needed = mpz_size(number);
    *words = needed > n ? needed : n;
    mp_limb_t *limbs = room(*words, sizeof *limbs);
    mpz_export(limbs, NULL, -1, sizeof *limbs, 0, 0, number);
    mpz_clear(number);
    return limbs;
}

static void read_numbers(request *asked, char **words)
{
    mp_limb_t **fields[] = {&asked->a, &asked->b, &asked->x, &asked->y};
    size_t found;
    asked->p = read_number(words[0], 1, &asked->n);
    for (unsigned i = 0; i < 4; i++) {
        *fields[i] = read_number(words[i + 1], asked->n, &found);
        if (found > asked->n)
            stop(words[i + 1], "it must be below the prime");
    }
    asked->k = read_number(words[5], 1, &asked->words);
}

static mc_parallel_engine_kind kind_of(const char *name)
{
    const mc_parallel_engine_kind kind = engines_kind(name);
    if (mc_parallel_engine_name(kind) == NULL)
        stop(name, "it must be sequential, openmp or pool");
    return kind;
}

/* One engine of each kind serves all subjects, so that no idle threads spin beside the ones that work. */
static mc_parallel_engine *engine_of(mc_parallel_engine_kind kind, unsigned threads)
{
    static mc_parallel_engine *engines[3][THREADS_MAX + 1];
    if (threads > THREADS_MAX)
        stop("threads", "a method runs on 1 to 8");
    mc_parallel_engine **engine = &engines[kind][threads];
    if (*engine == NULL)
        require(mc_parallel_engine_new(engine,
                                       &(mc_parallel_engine_options){.kind = kind, .threads = threads, .pin = true}),
                mc_parallel_engine_name(kind));
    return *engine;
}

static subject subject_of(char *text, const request *asked, const mc_parallel_curve *curve)
{
    char method[32], engine[16], algorithm[32], square[8];
    mc_parallel_scalar_options options = {.bits = asked->bits, .filled = asked->filled};
    subject made = {.text = text};
    if (sscanf(text, "%31[^,],%u,%15[^,],%31[^,],%u,%7[^,],%u", method, &options.threads, engine, algorithm,
               &options.field_threads, square, &options.window) != 7)
        stop(text, "it must be METHOD,THREADS,ENGINE,ALGORITHM,FIELD-THREADS,SQUARE,WINDOW");
    options.algorithm = mc_parallel_algorithm_find(algorithm);
    options.comba = strcmp(square, "comba") == 0;
    options.field_engine = kind_of(engine);
    if (options.algorithm == NULL || mc_parallel_method_find(method) == NULL)
        stop(text, "there is no such method or algorithm");
    if (options.threads > 1)
        made.engine = engine_of(options.field_engine, options.threads);
    require(mc_parallel_scalar_new(&made.scalar, mc_parallel_method_find(method), curve, &options), text);
    require(mc_parallel_scalar_set_point(made.scalar, asked->x, asked->y, asked->n), text);
    made.x = room(asked->n, sizeof *made.x);
    made.y = room(asked->n, sizeof *made.y);
    made.times = room(asked->runs, sizeof *made.times);
    return made;
}

static double run(subject *one, const request *asked)
{
    double begin = times_microseconds();
    require(
        mc_parallel_scalar_mult_var(one->scalar, one->engine, one->x, one->y, &one->infinity, asked->k, asked->words),
        one->text);
    return times_microseconds() - begin;
}

static double clock_nanoseconds(void)
{
    double times[101];
    for (unsigned i = 0; i < 101; i++) {
        double begin = times_microseconds();
        times[i] = (times_microseconds() - begin) * 1e3;
    }
    return times_summarise(times, 101).median;
}

/* Mean, median and variance. */
static void print_statistics(double *times, size_t count, double clock)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += times[i] -= clock;
    double mean = count == 0 ? 0 : sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (times[i] - mean) * (times[i] - mean);
    if (count == 0)
        printf(",,,");
    else
        printf(",%.2f,%.2f,%.2f", mean, times_summarise(times, count).median,
               count < 2 ? 0 : squares / (double)(count - 1));
}

/* Of runs of their own, as the clock takes part of their time. */
static void sample(subject *one, const request *asked)
{
    mc_parallel_scalar_samples samples = {.product_room = SAMPLES_MAX, .square_room = SAMPLES_MAX};
    samples.products = room(SAMPLES_MAX, sizeof *samples.products);
    samples.squares = room(SAMPLES_MAX, sizeof *samples.squares);
    mc_parallel_scalar_sample(one->scalar, &samples);
    for (unsigned i = 0; i < 10; i++)
        run(one, asked);
    mc_parallel_scalar_sample(one->scalar, NULL);
    double clock = clock_nanoseconds();
    print_statistics(samples.products, samples.product_count < SAMPLES_MAX ? samples.product_count : SAMPLES_MAX,
                     clock);
    print_statistics(samples.squares, samples.square_count < SAMPLES_MAX ? samples.square_count : SAMPLES_MAX, clock);
    free(samples.products);
    free(samples.squares);
}

static void print_number(const mp_limb_t *limbs, size_t n)
{
    mpz_t number;
    mpz_init(number);
    mpz_import(number, n, -1, sizeof *limbs, 0, 0, limbs);
    gmp_printf(",%Zx", number);
    mpz_clear(number);
}

static void print(subject *one, const request *asked)
{
    times_summary summary = times_summarise(one->times, asked->runs);
    mc_parallel_scalar_counts counts = mc_parallel_scalar_last_counts(one->scalar);
    printf("%s,%lu,%.3f,%.3f,%.3f", one->text, asked->runs, summary.minimum, summary.median, summary.spread);
    printf(",%zu,%zu,%zu,%zu,%zu,%zu,%zu", counts.products, counts.squares, counts.all_products, counts.all_squares,
           counts.waits, counts.additions, counts.empty_additions);
    if (one->infinity) {
        printf(",,");
    } else {
        print_number(one->x, asked->n);
        print_number(one->y, asked->n);
    }
    if (asked->has_statistics)
        sample(one, asked);
    else
        printf(",,,,,,");
    putchar('\n');
}

static int list_methods(void)
{
    puts("method,fixed,threads,source,summary");
    for (size_t i = 0; i < mc_parallel_method_count(); i++) {
        const mc_parallel_method *method = mc_parallel_method_at(i);
        printf("%s,%d,", mc_parallel_method_name(method), mc_parallel_method_is_fixed(method));
        for (unsigned threads = 1; threads <= THREADS_MAX; threads++)
            if (mc_parallel_method_takes(method, threads))
                printf("%u ", threads);
        printf(",\"%s\",\"%s\"\n", mc_parallel_method_source(method), mc_parallel_method_summary(method));
    }
    return 0;
}

static void measure(const request *asked, char **texts, size_t count)
{
    mc_parallel_curve *curve;
    require(mc_parallel_curve_new(&curve, asked->p, asked->a, asked->b, asked->n), "the curve");
    subject *subjects = room(count, sizeof *subjects);
    for (size_t i = 0; i < count; i++)
        subjects[i] = subject_of(texts[i], asked, curve);
    for (size_t i = 0; i < count && !asked->is_cold; i++)
        run(&subjects[i], asked);
    for (size_t round = 0; round < asked->runs; round++)
        for (size_t i = 0; i < count; i++)
            subjects[i].times[round] = run(&subjects[i], asked);
    puts("method,threads,engine,algorithm,field_threads,square,window,runs,minimum,median,spread,products,squares,"
         "all_products,all_squares,waits,additions,empty_additions,x,y,product_mean,product_median,product_variance,"
         "square_mean,square_median,square_variance");
    for (size_t i = 0; i < count; i++)
        print(&subjects[i], asked);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"runs", required_argument, 0, 'r'},
                                          {"bits", required_argument, 0, 'b'},
                                          {"filled", required_argument, 0, 'f'},
                                          {"statistics", no_argument, 0, 's'},
                                          {"cold", no_argument, 0, 'c'},
                                          {"list", no_argument, 0, 'l'},
                                          {0}};
    request asked = {.runs = 20, .bits = 1};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 'r')
            asked.runs = times_number("scalar_times", "runs", optarg, 1000000);
        else if (option == 'b')
            asked.bits = times_number("scalar_times", "bits", optarg, 100000);
        else if (option == 'f')
            asked.filled = times_number("scalar_times", "filled", optarg, 100000);
        else if (option == 's')
            asked.has_statistics = true;
        else if (option == 'c')
            asked.is_cold = true;
        else if (option == 'l')
            return list_methods();
        else
            return 2;
    }
    if (argc - optind < 7)
        stop("arguments", "give P A B X Y K and at least one subject");
    read_numbers(&asked, argv + optind);
    measure(&asked, argv + optind + 6, (size_t)(argc - optind - 6));
    return 0;
}
