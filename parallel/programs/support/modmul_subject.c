#include "modmul_subject.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <motecurve/parallel/lanes.h>
#include <motecurve/parallel/residues.h>

#include "engines.h"
#include "peers.h"

#define LANES    "lanes-"
#define OPENSSL  "openssl"
#define RESIDUES "rns-ifma"

struct modmul_subject {
    const modmul_numbers *numbers;
    size_t n;
    unsigned batch;
    mc_parallel_modulus *modulus;
    /* An algorithm: in its form, n limbs each. */
    mc_parallel_multiplier *multiplier;
    mc_parallel_engine *engine;
    mp_limb_t *a, *b, *z;
    peers_openssl *peer;
    /* Lanes or residues: packed. */
    mc_parallel_lanes *lanes;
    mc_parallel_residues *residues;
    uint64_t *packed_a, *packed_b, *packed_z;
};

bool modmul_test_read(modmul_test *test, const char *text)
{
    char end;
    test->split = MC_PARALLEL_USUAL_SPLIT;
    int found =
        sscanf(text, "%39[^:]:%u:%19[^:]:%zu%c", test->algorithm, &test->threads, test->engine, &test->split, &end);
    return found == 4 || (found == 3 && text[strlen(text) - 1] != ':');
}

static mp_limb_t *limbs_of(const mpz_t number, size_t n)
{
    mp_limb_t *limbs = calloc(n, sizeof *limbs);
    if (limbs != NULL)
        mpz_export(limbs, NULL, -1, sizeof *limbs, 0, 0, number);
    return limbs;
}

static bool engine_kind(mc_parallel_engine_kind *kind, const char *name)
{
    *kind = engines_kind(name);
    return mc_parallel_engine_name(*kind) != NULL;
}

/* Null, or a reason against it. */
static const char *make_algorithm(modmul_subject *made, const modmul_test *test)
{
    const mc_parallel_algorithm *algorithm = mc_parallel_algorithm_find(test->algorithm);
    mc_parallel_multiplier_options options = {test->threads, test->split};
    mc_parallel_engine_options threads = {.threads = test->threads, .pin = true};
    if (algorithm == NULL)
        return "there is no such algorithm";
    if (mc_parallel_algorithm_squares(algorithm) && !made->numbers->square)
        return "the algorithm only squares";
    if (!engine_kind(&threads.kind, test->engine))
        return "there is no such engine";
    mc_parallel_status status = mc_parallel_multiplier_new(&made->multiplier, algorithm, made->modulus, &options);
    if (status == MC_PARALLEL_OK)
        status = mc_parallel_engine_new(&made->engine, &threads);
    made->a = limbs_of(made->numbers->a[0], made->n);
    made->b = limbs_of(made->numbers->b[0], made->n);
    made->z = calloc(made->n, sizeof *made->z);
    if (status == MC_PARALLEL_OK && (made->a == NULL || made->b == NULL || made->z == NULL))
        status = MC_PARALLEL_ERROR_MEMORY;
    if (status == MC_PARALLEL_OK)
        status = mc_parallel_to_form(made->multiplier, made->a, made->a, made->n);
    if (status == MC_PARALLEL_OK)
        status = mc_parallel_to_form(made->multiplier, made->b, made->b, made->n);
    return status == MC_PARALLEL_OK ? NULL : mc_parallel_status_text(status);
}

/* Words of a packed operand; 0 for a subject that packs none. */
static size_t packed_words(const modmul_subject *subject)
{
    if (subject->residues != NULL)
        return mc_parallel_residues_words(subject->residues);
    return subject->lanes != NULL ? mc_parallel_lanes_words(subject->lanes) : 0;
}

static uint64_t *packed_of(const modmul_subject *subject)
{
    size_t bytes = (packed_words(subject) * sizeof(uint64_t) + 63) / 64 * 64;
    uint64_t *packed = aligned_alloc(64, bytes);
    return packed == NULL ? NULL : memset(packed, 0, bytes);
}

/* The numbers of all lanes, packed. */
static mc_parallel_status pack(modmul_subject *subject, uint64_t *packed, const mpz_t *numbers)
{
    mp_limb_t *x = calloc(subject->batch * subject->n, sizeof *x);
    if (x == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    for (unsigned lane = 0; lane < subject->batch; lane++)
        mpz_export(x + lane * subject->n, NULL, -1, sizeof *x, 0, 0, numbers[lane]);
    mc_parallel_status status = subject->residues != NULL
                                    ? mc_parallel_residues_pack(subject->residues, packed, x, subject->n)
                                    : mc_parallel_lanes_pack(subject->lanes, packed, x, subject->n);
    free(x);
    return status;
}

/* Null, or a reason against it. */
static const char *pack_operands(modmul_subject *made)
{
    made->packed_a = packed_of(made);
    made->packed_b = packed_of(made);
    made->packed_z = packed_of(made);
    if (made->packed_a == NULL || made->packed_b == NULL || made->packed_z == NULL)
        return mc_parallel_status_text(MC_PARALLEL_ERROR_MEMORY);
    mc_parallel_status status = pack(made, made->packed_a, made->numbers->a);
    if (status == MC_PARALLEL_OK)
        status = pack(made, made->packed_b, made->numbers->b);
    return status == MC_PARALLEL_OK ? NULL : mc_parallel_status_text(status);
}

static bool is_simd(const modmul_test *test)
{
    return test->threads == 1 && strcmp(test->engine, "simd") == 0 && test->split == MC_PARALLEL_USUAL_SPLIT;
}

static const char *make_lanes(modmul_subject *made, const modmul_test *test)
{
    mc_parallel_lanes_kind kind = MC_PARALLEL_LANES_IFMA;
    while (mc_parallel_lanes_name(kind) != NULL &&
           strcmp(mc_parallel_lanes_name(kind), test->algorithm + strlen(LANES)) != 0)
        kind++;
    if (mc_parallel_lanes_name(kind) == NULL)
        return "there are no such lanes";
    if (!is_simd(test))
        return "lanes have 1 thread, the engine simd and no split";
    mc_parallel_status status = mc_parallel_lanes_new(&made->lanes, made->modulus, kind);
    if (status != MC_PARALLEL_OK)
        return mc_parallel_status_text(status);
    made->batch = mc_parallel_lanes_count(made->lanes);
    return pack_operands(made);
}

static const char *make_residues(modmul_subject *made, const modmul_test *test)
{
    if (!is_simd(test))
        return "residues have 1 thread, the engine simd and no split";
    mc_parallel_status status = mc_parallel_residues_new(&made->residues, made->modulus);
    return status == MC_PARALLEL_OK ? pack_operands(made) : mc_parallel_status_text(status);
}

static const char *make_peer(modmul_subject *made, const modmul_test *test, const mp_limb_t *m)
{
    if (peers_openssl_version() == NULL)
        return "this build has found no OpenSSL";
    if (test->threads != 1 || strcmp(test->engine, "sequential") != 0 || test->split != MC_PARALLEL_USUAL_SPLIT)
        return "OpenSSL has 1 thread, the engine sequential and no split";
    if (made->numbers->square)
        return "OpenSSL's squaring is not measured";
    mp_limb_t *a = limbs_of(made->numbers->a[0], made->n), *b = limbs_of(made->numbers->b[0], made->n);
    made->peer = peers_openssl_new(m, made->n);
    bool is_set = a != NULL && b != NULL && made->peer != NULL && peers_openssl_set(made->peer, a, b);
    free(a);
    free(b);
    return is_set ? NULL : mc_parallel_status_text(MC_PARALLEL_ERROR_MEMORY);
}

modmul_subject *modmul_subject_new(const modmul_test *test, const modmul_numbers *numbers, const char **why)
{
    modmul_subject *made = calloc(1, sizeof *made);
    *why = mc_parallel_status_text(MC_PARALLEL_ERROR_MEMORY);
    if (made == NULL)
        return NULL;
    made->numbers = numbers;
    made->n = mpz_size(numbers->m);
    made->batch = 1;
    mp_limb_t *m = limbs_of(numbers->m, made->n);
    mc_parallel_status status =
        m == NULL ? MC_PARALLEL_ERROR_MEMORY : mc_parallel_modulus_new(&made->modulus, m, made->n);
    if (status != MC_PARALLEL_OK)
        *why = mc_parallel_status_text(status);
    else if (strcmp(test->algorithm, OPENSSL) == 0)
        *why = make_peer(made, test, m);
    else if (strncmp(test->algorithm, LANES, strlen(LANES)) == 0)
        *why = make_lanes(made, test);
    else if (strcmp(test->algorithm, RESIDUES) == 0)
        *why = make_residues(made, test);
    else
        *why = make_algorithm(made, test);
    free(m);
    if (*why == NULL)
        return made;
    modmul_subject_free(made);
    return NULL;
}

void modmul_subject_free(modmul_subject *subject)
{
    mc_parallel_engine_free(subject->engine);
    mc_parallel_multiplier_free(subject->multiplier);
    mc_parallel_lanes_free(subject->lanes);
    mc_parallel_residues_free(subject->residues);
    peers_openssl_free(subject->peer);
    mc_parallel_modulus_free(subject->modulus);
    free(subject->a);
    free(subject->b);
    free(subject->z);
    free(subject->packed_a);
    free(subject->packed_b);
    free(subject->packed_z);
    free(subject);
}

unsigned modmul_subject_batch(const modmul_subject *subject)
{
    return subject->batch;
}

size_t modmul_subject_split(const modmul_subject *subject)
{
    return subject->multiplier == NULL ? 0 : mc_parallel_multiplier_split(subject->multiplier);
}

modmul_call modmul_subject_call(const modmul_subject *subject)
{
    const mp_limb_t *b = subject->numbers->square ? subject->a : subject->b;
    return (modmul_call){subject->multiplier, subject->engine, subject->z, subject->a, b};
}

bool modmul_subject_run(modmul_subject *subject, unsigned long calls)
{
    bool square = subject->numbers->square;
    const uint64_t *packed_b = square ? subject->packed_a : subject->packed_b;
    if (subject->lanes != NULL) {
        for (; calls > 0; calls--)
            mc_parallel_lanes_multiply(subject->lanes, subject->packed_z, subject->packed_a, packed_b);
        return true;
    }
    if (subject->residues != NULL) {
        for (; calls > 0; calls--)
            mc_parallel_residues_multiply(subject->residues, subject->packed_z, subject->packed_a, packed_b);
        return true;
    }
    if (subject->peer != NULL) {
        for (; calls > 0; calls--)
            if (!peers_openssl_multiply(subject->peer))
                return false;
        return true;
    }
    const mp_limb_t *b = square ? subject->a : subject->b;
    for (; calls > 0; calls--)
        if (mc_parallel_multiply(subject->multiplier, subject->engine, subject->z, subject->a, b, subject->n) !=
            MC_PARALLEL_OK)
            return false;
    return true;
}

/* Results in the usual form: n limbs for each multiplication of the batch. */
static bool results(modmul_subject *subject, mp_limb_t *z)
{
    if (subject->lanes != NULL)
        return mc_parallel_lanes_unpack(subject->lanes, z, subject->packed_z, subject->n) == MC_PARALLEL_OK;
    if (subject->residues != NULL)
        return mc_parallel_residues_unpack(subject->residues, z, subject->packed_z, subject->n) == MC_PARALLEL_OK;
    if (subject->peer != NULL)
        return peers_openssl_get(subject->peer, z);
    return mc_parallel_from_form(subject->multiplier, z, subject->z, subject->n) == MC_PARALLEL_OK;
}

/* So that a call which writes nothing is found; OpenSSL's result cannot be reached. */
static void forget(modmul_subject *subject)
{
    if (subject->packed_z != NULL)
        memset(subject->packed_z, 0, packed_words(subject) * sizeof *subject->packed_z);
    else if (subject->peer == NULL)
        memset(subject->z, 0, subject->n * sizeof *subject->z);
}

bool modmul_subject_is_right(modmul_subject *subject)
{
    const modmul_numbers *numbers = subject->numbers;
    mp_limb_t *z = calloc(subject->batch * subject->n, sizeof *z);
    bool right = z != NULL && results(subject, z);
    mpz_t want, got;
    mpz_inits(want, got, NULL);
    for (unsigned i = 0; right && i < subject->batch; i++) {
        mpz_mul(want, numbers->a[i], numbers->square ? numbers->a[i] : numbers->b[i]);
        mpz_mod(want, want, numbers->m);
        mpz_import(got, subject->n, -1, sizeof *z, 0, 0, z + i * subject->n);
        right = mpz_cmp(want, got) == 0;
    }
    mpz_clears(want, got, NULL);
    free(z);
    forget(subject);
    return right;
}
