/* Times of many independent multiplications of points, as mc_ecdh makes them, on several threads, beside those of one
 * thread and of OpenSSL. Lines of CSV; a time is that of all of them.
 *
 *     batch_times --curve CURVE [--count N] [--threads N] [--engine KIND] [--runs N] [--seed N]
 *
 * Two random keys d and e make the secret d (e G); it is compared with that of e (d G). */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <motecurve/key.h>

#include "batch/batch.h"

#include "support/curve_peers.h"
#include "support/engines.h"
#include "support/random.h"
#include "support/times.h"
#include "support/turns.h"

#define PROGRAM    "batch_times"
#define COUNT_MOST 4096

static struct {
    const char *curve, *engine;
    unsigned long threads, runs, count;
    uint64_t seed;
} options = {.engine = "pool", .threads = 2, .runs = 100, .seed = 1, .count = 64};

static const mc_curve *curve;

typedef struct {
    uint8_t private_key[MC_MAX_SCALAR_BYTES], peer_key[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t secret[MC_MAX_FIELD_BYTES], expected[MC_MAX_FIELD_BYTES];
} keys;

static keys *inputs;
static mc_parallel_agreement *agreements;

typedef struct {
    mc_parallel_engine *engine; /* null for OpenSSL */
    unsigned threads;
    curve_peers *peers;
} subject;

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, PROGRAM ": %s: %s\n", what, why);
    exit(2);
}

static int fill(void *context, uint8_t *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)random_next(&options.seed);
    return 0;
}

static void make_inputs(void)
{
    const size_t key_bytes = mc_curve_scalar_bytes(curve), peer_bytes = mc_curve_public_key_bytes(curve);
    inputs = calloc(options.count, sizeof *inputs);
    agreements = calloc(options.count, sizeof *agreements);
    if (inputs == NULL || agreements == NULL)
        stop(options.curve, "no memory is left");
    for (unsigned long i = 0; i < options.count; i++) {
        uint8_t other[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];
        keys *one = &inputs[i];
        if (mc_key_generate(one->private_key, public_key, fill, NULL, curve) != MC_OK ||
            mc_key_generate(other, one->peer_key, fill, NULL, curve) != MC_OK ||
            mc_ecdh(one->expected, other, public_key, key_bytes, peer_bytes, curve) != MC_OK)
            stop(options.curve, "the library makes no shared secret on this curve");
        agreements[i] = (mc_parallel_agreement){one->private_key, one->peer_key, one->secret, MC_OK};
    }
}

static bool run(void *context, unsigned input)
{
    subject *one = context;
    (void)input;
    if (one->engine != NULL)
        return mc_parallel_ecdh_each(agreements, options.count, curve, one->engine, one->threads) == MC_PARALLEL_OK;
    bool done = true;
    for (unsigned i = 0; i < options.count; i++)
        done = curve_peers_multiply(one->peers, i) && done;
    return done;
}

/* All secrets; they are then wiped, so that the next run has to make them. */
static bool is_right(const void *context, unsigned input)
{
    const subject *one = context;
    const size_t bytes = mc_curve_field_bytes(curve);
    bool right = true;
    (void)input;
    for (unsigned i = 0; i < options.count; i++) {
        if (one->engine == NULL)
            right = curve_peers_x(one->peers, i, inputs[i].secret, bytes) && right;
        else
            right = agreements[i].status == MC_OK && right;
        right = memcmp(inputs[i].secret, inputs[i].expected, bytes) == 0 && right;
        memset(inputs[i].secret, 0, bytes);
    }
    return right;
}

static turns_subject subject_of(subject *context, const char *method, const char *engine)
{
    return (turns_subject){.method = method,
                           .engine = engine,
                           .threads = context->threads,
                           .context = context,
                           .run = run,
                           .is_right = is_right};
}

static mc_parallel_engine *engine_of(const char *name, unsigned threads)
{
    mc_parallel_engine_options kind = {.kind = engines_kind(name), .threads = threads, .pin = true};
    mc_parallel_engine *engine;
    const mc_parallel_status status = mc_parallel_engine_new(&engine, &kind);
    if (status != MC_PARALLEL_OK)
        stop(name, mc_parallel_status_text(status));
    return engine;
}

static bool make_peers(subject *one)
{
    one->threads = 1;
    one->peers = curve_peers_new(mc_curve_name(curve), (unsigned)options.count);
    for (unsigned i = 0; one->peers != NULL && i < options.count; i++)
        if (!curve_peers_set(one->peers, i, inputs[i].private_key, mc_curve_scalar_bytes(curve), inputs[i].peer_key,
                             mc_curve_public_key_bytes(curve)))
            stop(options.curve, "OpenSSL does not take a key");
    return one->peers != NULL;
}

static void read_options(int argc, char **argv)
{
    static const struct option names[] = {{"curve", required_argument, 0, 'c'},
                                          {"count", required_argument, 0, 'n'},
                                          {"engine", required_argument, 0, 'e'},
                                          {"threads", required_argument, 0, 't'},
                                          {"runs", required_argument, 0, 'r'},
                                          {"seed", required_argument, 0, 's'},
                                          {0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 'c')
            options.curve = optarg;
        else if (option == 'e')
            options.engine = optarg;
        else if (option == 'n')
            options.count = times_number(PROGRAM, "count", optarg, COUNT_MOST);
        else if (option == 't')
            options.threads = times_number(PROGRAM, "threads", optarg, 1024);
        else if (option == 'r')
            options.runs = times_number(PROGRAM, "runs", optarg, 1000000);
        else if (option == 's')
            options.seed = times_number(PROGRAM, "seed", optarg, 1000000);
        else
            exit(2);
    }
    if (options.curve == NULL || optind < argc)
        stop("usage", PROGRAM " --curve CURVE [--count N] [--threads N] [--engine KIND] [--runs N] [--seed N]");
    curve = mc_curve_find(options.curve);
    if (curve == NULL)
        stop(options.curve, "no curve of this build");
}

int main(int argc, char **argv)
{
    turns_subject subjects[3];
    subject openssl = {0};
    size_t count = 0;
    read_options(argc, argv);
    make_inputs();
    subject one = {engine_of("sequential", 1), 1, NULL};
    subject many = {engine_of(options.engine, (unsigned)options.threads), (unsigned)options.threads, NULL};
    subjects[count++] = subject_of(&one, "batch", "sequential");
    if (make_peers(&openssl))
        subjects[count++] = subject_of(&openssl, "openssl", "sequential");
    if (options.threads > 1)
        subjects[count++] = subject_of(&many, "batch", options.engine);
    if (!turns_measure(subjects, count, options.runs, 1))
        stop(options.curve, "no memory is left");
    puts("curve," TURNS_HEADING);
    turns_print(subjects, count, options.curve, (unsigned)mc_curve_scalar_bytes(curve) * 8);
    mc_parallel_engine_free(one.engine);
    mc_parallel_engine_free(many.engine);
    curve_peers_free(openssl.peers);
    free(agreements);
    free(inputs);
    return 0;
}
