/* Times of k P on a curve over a binary field by one method on several threads, beside those of all that do the same on
 * one thread: the library's members, OpenSSL, the method itself. Lines of CSV.
 *
 *     binary_times --curve CURVE --method METHOD [--threads N] [--engine KIND] [--runs N] [--seed N]
 *
 * Points and scalars are random, as many as PAIRS. Results are compared with those of the ladder, which first have to
 * be those of wnaf/4. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binary/binary.h"

#include "support/curve_peers.h"
#include "support/engines.h"
#include "support/random.h"
#include "support/times.h"
#include "support/turns.h"

#define PROGRAM       "binary_times"
#define PAIRS         16
#define WORDS_MOST    9
#define BYTES_MOST    (8 * WORDS_MOST)
#define SUBJECTS_MOST 16

static struct {
    const char *curve, *method, *engine;
    unsigned long threads, runs;
    uint64_t seed;
} options = {.engine = "pool", .threads = 2, .runs = 1000, .seed = 1};

typedef struct {
    uint64_t k[WORDS_MOST], p[2 * WORDS_MOST], product[2 * WORDS_MOST];
} pair;

static const mc_parallel_binary_curve *curve;
static pair pairs[PAIRS];

/* One of the three kinds of subjects: its multiplier is not null. */
typedef struct {
    const mc_parallel_binary_member *member;
    mc_parallel_binary *method;
    mc_parallel_engine *engine;
    curve_peers *peers;
    uint64_t result[2 * WORDS_MOST];
} subject;

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", what, why);
    exit(2);
}

static void random_scalar(uint64_t *k)
{
    const unsigned top_bits = curve->field->scalar_bits % 64;
    for (size_t i = 0; i < curve->field->scalar_words; i++)
        k[i] = random_next(&options.seed);
    if (top_bits != 0)
        k[curve->field->scalar_words - 1] &= ((uint64_t)1 << top_bits) - 1;
}

static const mc_parallel_binary_member *member_of(const char *name)
{
    for (const mc_parallel_binary_member *member = curve->field->members; member->name != NULL; member++)
        if (strcmp(member->name, name) == 0)
            return member;
    stop(name, "the library has no such member");
}

/* Points are random multiples of the generator. */
static void make_pairs(void)
{
    const mc_parallel_binary_member *ladder = member_of("ladder"), *other = member_of("wnaf/4");
    uint64_t generator[2 * WORDS_MOST], k[WORDS_MOST], product[2 * WORDS_MOST] = {0};
    curve->field->generator(generator, curve->parameters);
    for (unsigned i = 0; i < PAIRS; i++) {
        random_scalar(k);
        random_scalar(pairs[i].k);
        if (!ladder->multiply(pairs[i].p, k, generator, curve->parameters) ||
            !ladder->multiply(pairs[i].product, pairs[i].k, pairs[i].p, curve->parameters) ||
            !other->multiply(product, pairs[i].k, pairs[i].p, curve->parameters) ||
            memcmp(product, pairs[i].product, 16 * curve->field->words) != 0)
            stop(options.curve, "two members of the library disagree");
    }
}

static bool run(void *context, unsigned input)
{
    subject *one = context;
    if (one->member != NULL)
        return one->member->multiply(one->result, pairs[input].k, pairs[input].p, curve->parameters);
    if (one->peers != NULL)
        return curve_peers_multiply(one->peers, input);
    return mc_parallel_binary_multiply_var(one->method, one->engine, one->result, pairs[input].k, pairs[input].p) ==
           MC_PARALLEL_OK;
}

/* Big-endian. */
static void to_bytes(uint8_t *bytes, size_t count, const uint64_t *words)
{
    for (size_t i = 0; i < count; i++)
        bytes[count - 1 - i] = (uint8_t)(words[i / 8] >> 8 * (i % 8));
}

static size_t field_bytes(void)
{
    return (curve->field->scalar_bits + 7) / 8; /* scalars are as long as elements here */
}

static bool is_right(const void *context, unsigned input)
{
    const subject *one = context;
    if (one->peers == NULL)
        return memcmp(one->result, pairs[input].product, 16 * curve->field->words) == 0;
    uint8_t x[BYTES_MOST], expected[BYTES_MOST];
    to_bytes(expected, field_bytes(), pairs[input].product);
    return curve_peers_x(one->peers, input, x, field_bytes()) && memcmp(x, expected, field_bytes()) == 0;
}

static turns_subject *add(turns_subject *subjects, size_t *count, subject made, const char *method, const char *engine,
                          unsigned threads)
{
    subject *context = malloc(sizeof *context);
    if (context == NULL || *count == SUBJECTS_MOST)
        stop(method, "no memory is left");
    *context = made;
    subjects[*count] = (turns_subject){
        .method = method, .engine = engine, .threads = threads, .context = context, .run = run, .is_right = is_right};
    return &subjects[(*count)++];
}

static void add_members(turns_subject *subjects, size_t *count)
{
    for (const mc_parallel_binary_member *member = curve->field->members; member->name != NULL; member++) {
        subject made = {.member = member};
        if (run(&made, 0)) /* others are not for this curve */
            add(subjects, count, made, member->name, "sequential", 1);
    }
}

static void add_openssl(turns_subject *subjects, size_t *count)
{
    const size_t bytes = field_bytes();
    uint8_t scalar[BYTES_MOST], point[1 + 2 * BYTES_MOST] = {4};
    curve_peers *peers = curve_peers_new(options.curve, PAIRS);
    if (peers == NULL)
        return;
    for (unsigned i = 0; i < PAIRS; i++) {
        to_bytes(scalar, bytes, pairs[i].k);
        to_bytes(point + 1, bytes, pairs[i].p);
        to_bytes(point + 1 + bytes, bytes, pairs[i].p + curve->field->words);
        if (!curve_peers_set(peers, i, scalar, bytes, point, 1 + 2 * bytes))
            stop(options.curve, "OpenSSL does not take a point");
    }
    add(subjects, count, (subject){.peers = peers}, "openssl", "sequential", 1);
}

static void add_method(turns_subject *subjects, size_t *count, const char *engine, unsigned threads)
{
    const mc_parallel_binary_method *method = mc_parallel_binary_method_of(curve, options.method);
    mc_parallel_engine_options kind = {.kind = engines_kind(engine), .threads = threads, .pin = true};
    subject made = {0};
    if (method == NULL)
        stop(options.method, "no method for this curve on this processor; methods are tau-split, tau-split-wide "
                             "(Koblitz curves), halve-double (others of cofactor 2)");
    mc_parallel_status status = mc_parallel_engine_new(&made.engine, &kind);
    if (status == MC_PARALLEL_OK)
        status = mc_parallel_binary_new(&made.method, curve, method, threads);
    if (status != MC_PARALLEL_OK)
        stop(options.method, mc_parallel_status_text(status));
    add(subjects, count, made, options.method, engine, threads);
}

static void read_options(int argc, char **argv)
{
    static const struct option names[] = {{"curve", required_argument, 0, 'c'},
                                          {"method", required_argument, 0, 'm'},
                                          {"engine", required_argument, 0, 'e'},
                                          {"threads", required_argument, 0, 't'},
                                          {"runs", required_argument, 0, 'r'},
                                          {"seed", required_argument, 0, 's'},
                                          {0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 'c')
            options.curve = optarg;
        else if (option == 'm')
            options.method = optarg;
        else if (option == 'e')
            options.engine = optarg;
        else if (option == 't')
            options.threads = times_number(PROGRAM, "threads", optarg, 1024);
        else if (option == 'r')
            options.runs = times_number(PROGRAM, "runs", optarg, 1000000);
        else if (option == 's')
            options.seed = times_number(PROGRAM, "seed", optarg, 1000000);
        else
            exit(2);
    }
    if (options.curve == NULL || options.method == NULL || optind < argc)
        stop("usage", PROGRAM " --curve CURVE --method METHOD [--threads N] [--engine KIND] [--runs N] [--seed N]");
    curve = mc_parallel_binary_find(options.curve);
    if (curve == NULL)
        stop(options.curve,
             "no curve of this build; it must be a Koblitz curve, such as sect571k1, or one of cofactor 2 "
             "over a binary field, such as sect571r1");
}

int main(int argc, char **argv)
{
    turns_subject subjects[SUBJECTS_MOST];
    size_t count = 0;
    read_options(argc, argv);
    make_pairs();
    add_members(subjects, &count);
    add_openssl(subjects, &count);
    if (options.threads > 1)
        add_method(subjects, &count, "sequential", 1);
    add_method(subjects, &count, options.engine, (unsigned)options.threads);
    if (!turns_measure(subjects, count, options.runs, PAIRS))
        stop(options.curve, "no memory is left");
    puts("curve," TURNS_HEADING);
    turns_print(subjects, count, options.curve, curve->field->scalar_bits);
    for (size_t i = 0; i < count; i++) {
        subject *one = subjects[i].context;
        mc_parallel_binary_free(one->method);
        mc_parallel_engine_free(one->engine);
        curve_peers_free(one->peers);
        free(one);
    }
    return 0;
}
