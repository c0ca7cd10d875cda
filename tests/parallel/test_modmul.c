/* Every algorithm, with every engine and number of threads that it takes, against mpz_mul and mpz_mod.
 *
 *     test_modmul [--engine NAME] [--algorithm NAME] [--rounds N] BITS...
 *     test_modmul --algorithm NAME --product M,A,B
 *
 * For each number of bits: random moduli; the least and the greatest; with the least and the greatest highest limb;
 * with zeros, or with ones, in the middle. Operands: 0, 1, 2, M - 1, powers of r and their neighbours, all ones below
 * M, those for which a lower part of the product is 0, and random ones. Each call is also made in place. The sequential
 * engine runs all of this; the others, whose threads do the same, random operands of the last modulus. Further products
 * are given, in the algorithm's form: 0, 1, M - 1, and powers of 2^52 and their neighbours.
 *
 * --product multiplies hexadecimal numbers that are in the algorithm's form already, on one thread. */
#include "support.h"

#include <getopt.h>

#define MODULI       8
#define OPERANDS     12
#define RESULTS      46
#define RESULTS_BITS 4160 /* of a modulus, at most: an inversion for each */
#define ENGINES      3
#define DIGIT_BITS   52

static struct {
    const char *engine, *algorithm;
    unsigned rounds;
} options = {.rounds = 2};

static gmp_randstate_t randomness;

/* An odd modulus of exactly so many bits; false if there is none of this sort. */
static bool make_modulus(mpz_t m, unsigned sort, size_t bits)
{
    size_t top = (bits - 1) / GMP_NUMB_BITS * GMP_NUMB_BITS; /* where the highest limb begins */
    mpz_set_ui(m, 0);
    switch (sort) {
    case 0: /* the least */
        mpz_setbit(m, bits - 1);
        break;
    case 1: /* the greatest */
        mpz_setbit(m, bits);
        mpz_sub_ui(m, m, 1);
        break;
    case 2: /* highest limb 1, then zeros: quotients of Barrett's are largest */
        mpz_setbit(m, top);
        break;
    case 3: /* highest limb 1, then ones */
        mpz_setbit(m, top + 1);
        mpz_sub_ui(m, m, 1);
        break;
    case 4: /* long runs of zeros and ones */
        mpz_rrandomb(m, randomness, bits);
        break;
    case 5: /* r^n - 1 but for a bit in the middle */
        mpz_setbit(m, bits);
        mpz_sub_ui(m, m, 1);
        mpz_clrbit(m, bits / 2);
        break;
    default:
        mpz_urandomb(m, randomness, bits);
        mpz_setbit(m, bits - 1);
    }
    mpz_setbit(m, 0);
    return mpz_cmp_ui(m, 3) >= 0;
}

/* An operand below m. */
static void make_operand(mpz_t x, unsigned sort, const mpz_t m)
{
    size_t n = mpz_size(m);
    mpz_set_ui(x, 0);
    switch (sort) {
    case 0:
    case 1:
    case 2:
        mpz_set_ui(x, sort);
        break;
    case 3:
        mpz_sub_ui(x, m, 1);
        break;
    case 4: /* all ones */
        mpz_setbit(x, mpz_sizeinbase(m, 2) - 1);
        mpz_sub_ui(x, x, 1);
        break;
    case 5:
    case 6: /* r^(n/2), and one less: halves that are 0 or all ones */
        mpz_setbit(x, (n + 1) / 2 * GMP_NUMB_BITS);
        mpz_sub_ui(x, x, sort - 5);
        break;
    case 7: /* only the highest limb */
        mpz_setbit(x, (n - 1) * GMP_NUMB_BITS);
        break;
    case 8:
        mpz_rrandomb(x, randomness, mpz_sizeinbase(m, 2));
        break;
    default:
        mpz_urandomm(x, randomness, m);
    }
    mpz_mod(x, x, m);
}

/* One product, of operands as they are and in the algorithm's form. */
static void check_product(mc_parallel_multiplier *multiplier, mc_parallel_engine *engine, const char *where,
                          const mpz_t x, const mpz_t y, const mpz_t m)
{
    size_t n = mpz_size(m);
    mp_limb_t *a = limbs_of(x, n), *b = limbs_of(y, n), *z = limbs_of(m, n), *of_x = limbs_of(x, n);
    mpz_t want, got;
    mpz_inits(want, got, NULL);
    mc_parallel_status status = mc_parallel_to_form(multiplier, a, a, n);
    status += mc_parallel_to_form(multiplier, b, b, n);
    status += mc_parallel_from_form(multiplier, z, a, n);
    if (mpn_cmp(z, of_x, (mp_size_t)n) != 0)
        fail("%s: to and from the form is not the same", where);
    status += mc_parallel_multiply(multiplier, engine, z, a, b, n);
    status += mc_parallel_multiply(multiplier, engine, a, a, b, n);
    if (status != MC_PARALLEL_OK)
        fail("%s: status", where);
    if (mpn_cmp(z, a, (mp_size_t)n) != 0)
        fail("%s: in place, the result is another", where);
    number_of(got, z, n);
    if (mpz_cmp(got, m) >= 0)
        fail("%s: the result is not reduced", where);
    status = mc_parallel_from_form(multiplier, z, z, n);
    number_of(got, z, n);
    mpz_mul(want, x, y);
    mpz_mod(want, want, m);
    if (mpz_cmp(got, want) != 0)
        gmp_fprintf(stderr, "%s: %Zx * %Zx mod %Zx is %Zx, not %Zx\n", where, x, y, m, want, got), failures++;
    mpz_clears(want, got, NULL);
    free(a);
    free(b);
    free(z);
    free(of_x);
}

static void check_operands(mc_parallel_multiplier *multiplier, mc_parallel_engine *engine, const char *where,
                           const mpz_t m, bool squares, unsigned first)
{
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    for (unsigned i = first; i < OPERANDS; i++) {
        make_operand(x, i, m);
        for (unsigned round = 0; round < options.rounds; round++) {
            make_operand(y, round == 0 ? OPERANDS - 1 - i : (unsigned)gmp_urandomm_ui(randomness, OPERANDS), m);
            check_product(multiplier, engine, where, x, squares ? x : y, m);
        }
    }
    make_operand(x, 3, m);
    check_product(multiplier, engine, where, x, x, m);
    mpz_clears(x, y, NULL);
}

/* a b / F mod M of numbers in the algorithm's form. */
static void check_in_form(mc_parallel_multiplier *multiplier, mc_parallel_engine *engine, const char *where,
                          const mpz_t a, const mpz_t b, const mpz_t m)
{
    size_t n = mpz_size(m);
    mpz_t factor, want, got;
    mpz_init_set_ui(factor, 1);
    mpz_inits(want, got, NULL);
    mp_limb_t *of_a = limbs_of(a, n), *of_b = limbs_of(b, n), *z = limbs_of(factor, n);
    mc_parallel_status status = mc_parallel_to_form(multiplier, z, z, n);
    number_of(factor, z, n);
    status += mc_parallel_multiply(multiplier, engine, z, of_a, of_b, n);
    number_of(got, z, n);
    mpz_invert(factor, factor, m);
    mpz_mul(want, a, b);
    mpz_mul(want, want, factor);
    mpz_mod(want, want, m);
    if (status != MC_PARALLEL_OK || mpz_cmp(got, want) != 0)
        gmp_fprintf(stderr, "%s: in form %Zx * %Zx mod %Zx is %Zx, not %Zx\n", where, a, b, m, want, got), failures++;
    mpz_clears(factor, want, got, NULL);
    free(of_a);
    free(of_b);
    free(z);
}

/* A product: 0, 1 and 2; the greatest ones; powers of 2^52, and one less, whose digits are 0 or all ones. */
static void make_result(mpz_t z, unsigned sort, const mpz_t m)
{
    size_t digits = mpz_sizeinbase(m, 2) / DIGIT_BITS;
    mpz_set_ui(z, sort < 3 ? sort : 0);
    if (sort >= 6)
        mpz_setbit(z, (sort - 6) / 2 * digits / ((RESULTS - 6) / 2) * DIGIT_BITS);
    if (sort >= 3)
        mpz_sub_ui(z, z, sort < 6 ? sort - 2 : sort % 2);
    mpz_mod(z, z, m);
}

/* Products in form that are given: a is random, and b such that a b / F is the product. */
static void check_results(mc_parallel_multiplier *multiplier, mc_parallel_engine *engine, const char *where,
                          const mpz_t m)
{
    size_t n = mpz_size(m);
    mpz_t a, b, z, factor;
    mpz_init_set_ui(factor, 1);
    mpz_inits(a, b, z, NULL);
    mp_limb_t *limbs = limbs_of(factor, n);
    if (mc_parallel_to_form(multiplier, limbs, limbs, n) != MC_PARALLEL_OK)
        fail("%s: to the form", where);
    number_of(factor, limbs, n);
    for (unsigned sort = 0; sort < RESULTS; sort++) {
        make_result(z, sort, m);
        do
            mpz_urandomm(a, randomness, m);
        while (mpz_invert(b, a, m) == 0);
        mpz_mul(b, b, z);
        mpz_mul(b, b, factor);
        mpz_mod(b, b, m);
        check_in_form(multiplier, engine, where, a, b, m);
    }
    mpz_clears(a, b, z, factor, NULL);
    free(limbs);
}

static bool is_chosen(unsigned kind)
{
    return options.engine == NULL ||
           strcmp(options.engine, mc_parallel_engine_name((mc_parallel_engine_kind)kind)) == 0;
}

/* Splits in limbs: the usual one, and where the algorithm takes one, at both ends and in between. */
static unsigned splits(size_t out[4], const mc_parallel_algorithm *algorithm, size_t n)
{
    out[0] = MC_PARALLEL_USUAL_SPLIT;
    if (!mc_parallel_algorithm_splits(algorithm))
        return 1;
    out[1] = strcmp(mc_parallel_algorithm_name(algorithm), "bipartite") == 0 ? 0 : (n + 2) / 3;
    out[2] = n;
    out[3] = (2 * n + 2) / 3;
    return 4;
}

static void check_algorithm(const mc_parallel_algorithm *algorithm, mc_parallel_engine *engines[ENGINES][5],
                            const mc_parallel_modulus *modulus, const mpz_t m, bool last)
{
    size_t n = mpz_size(m), of[4];
    unsigned count = splits(of, algorithm, n);
    for (unsigned threads = 1; threads < 5; threads++) {
        if (!mc_parallel_algorithm_takes(algorithm, threads))
            continue;
        for (unsigned kind = 0; kind < (threads > 1 && last ? ENGINES : 1); kind++) {
            const char *name = mc_parallel_engine_name((mc_parallel_engine_kind)kind);
            if (!is_chosen(kind))
                continue;
            for (unsigned i = 0; i < (kind == 0 ? count : 1); i++) {
                char where[200];
                mc_parallel_multiplier *multiplier;
                mc_parallel_status status = mc_parallel_multiplier_new(
                    &multiplier, algorithm, modulus, &(mc_parallel_multiplier_options){threads, of[i]});
                snprintf(where, sizeof where, "%s, %u threads, %s, split %zd, %zu bits",
                         mc_parallel_algorithm_name(algorithm), threads, name, (ssize_t)of[i], mpz_sizeinbase(m, 2));
                if (status != MC_PARALLEL_OK)
                    fail("%s: %s", where, mc_parallel_status_text(status));
                else
                    check_operands(multiplier, engines[kind][threads], where, m,
                                   mc_parallel_algorithm_squares(algorithm), kind == 0 ? 0 : OPERANDS - 2);
                if (status == MC_PARALLEL_OK && kind == 0 && i == 0 && mpz_sizeinbase(m, 2) <= RESULTS_BITS &&
                    !mc_parallel_algorithm_squares(algorithm))
                    check_results(multiplier, engines[kind][threads], where, m);
                mc_parallel_multiplier_free(multiplier);
            }
        }
    }
}

static void check_size(size_t bits, mc_parallel_engine *engines[ENGINES][5])
{
    mpz_t m;
    mpz_init(m);
    for (unsigned sort = 0; sort < MODULI; sort++) {
        if (!make_modulus(m, sort, bits))
            continue;
        mp_limb_t *limbs = limbs_of(m, mpz_size(m));
        mc_parallel_modulus *modulus;
        if (mc_parallel_modulus_new(&modulus, limbs, mpz_size(m)) != MC_PARALLEL_OK)
            fail("no modulus of %zu bits", bits);
        for (size_t i = 0; i < mc_parallel_algorithm_count(); i++) {
            const mc_parallel_algorithm *algorithm = mc_parallel_algorithm_at(i);
            if (options.algorithm == NULL || strcmp(options.algorithm, mc_parallel_algorithm_name(algorithm)) == 0)
                check_algorithm(algorithm, engines, modulus, m, sort == MODULI - 1);
        }
        mc_parallel_modulus_free(modulus);
        free(limbs);
    }
    mpz_clear(m);
}

/* M,A,B; false if this is not three numbers, or no modulus and two operands. */
static bool check_given_product(const char *text)
{
    mpz_t m, a, b;
    mpz_inits(m, a, b, NULL);
    mc_parallel_modulus *modulus = NULL;
    mc_parallel_multiplier *multiplier = NULL;
    const mc_parallel_algorithm *algorithm = mc_parallel_algorithm_find(options.algorithm);
    bool good = gmp_sscanf(text, "%Zx,%Zx,%Zx", m, a, b) == 3 && mpz_cmp(a, m) < 0 && mpz_cmp(b, m) < 0;
    mp_limb_t *limbs = limbs_of(m, mpz_size(m));
    good = good && algorithm != NULL && mc_parallel_modulus_new(&modulus, limbs, mpz_size(m)) == MC_PARALLEL_OK;
    good = good &&
           mc_parallel_multiplier_new(&multiplier, algorithm, modulus,
                                      &(mc_parallel_multiplier_options){1, MC_PARALLEL_USUAL_SPLIT}) == MC_PARALLEL_OK;
    if (good)
        check_in_form(multiplier, NULL, options.algorithm, a, b, m);
    mc_parallel_multiplier_free(multiplier);
    mc_parallel_modulus_free(modulus);
    mpz_clears(m, a, b, NULL);
    free(limbs);
    return good;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"engine", required_argument, 0, 'e'},
        {"algorithm", required_argument, 0, 'a'},
        {"rounds", required_argument, 0, 'r'},
        {"product", required_argument, 0, 'p'},
        {0},
    };
    mc_parallel_engine *engines[ENGINES][5] = {{0}};
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option == 'e')
            options.engine = optarg;
        else if (option == 'a')
            options.algorithm = optarg;
        else if (option == 'r')
            options.rounds = (unsigned)atoi(optarg);
        else if (option != 'p' || options.algorithm == NULL || !check_given_product(optarg))
            return 2;
    }
    gmp_randinit_default(randomness);
    for (unsigned kind = 0; kind < ENGINES; kind++)
        for (unsigned threads = 1; threads < 5 && is_chosen(kind); threads++)
            engines[kind][threads] = engine_of((mc_parallel_engine_kind)kind, threads);
    for (int i = optind; i < argc; i++)
        check_size((size_t)atoi(argv[i]), engines);
    for (unsigned kind = 0; kind < ENGINES; kind++)
        for (unsigned threads = 1; threads < 5; threads++)
            mc_parallel_engine_free(engines[kind][threads]);
    gmp_randclear(randomness);
    return failures != 0;
}
