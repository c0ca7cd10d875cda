/* Scalar multiplication by every method, against sums of affine points in GMP's integers.
 *
 *     test_scalar tiny [--engine E]                        every point and scalar of small curves; few with threads
 *     test_scalar curve P A B X Y [--engine E] [--rounds N]    a point in hexadecimal digits, chosen scalars
 *     test_scalar counts | inputs | algorithms */
#include "support.h"

#include <motecurve/parallel/scalar.h>

typedef struct {
    mpz_t p, a, b;
} test_curve;

typedef struct {
    mpz_t x, y;
    bool infinite;
} test_point;

static int only_engine = -1;
static mc_parallel_engine *engines[3];

static void add(test_point *sum, const test_point *other, const test_curve *curve)
{
    mpz_t slope, rest, x;
    if (other->infinite)
        return;
    if (sum->infinite) {
        mpz_set(sum->x, other->x);
        mpz_set(sum->y, other->y);
        sum->infinite = false;
        return;
    }
    mpz_inits(slope, rest, x, NULL);
    if (mpz_cmp(sum->x, other->x) != 0) {
        mpz_sub(slope, other->y, sum->y);
        mpz_sub(rest, other->x, sum->x);
    } else {
        mpz_add(rest, sum->y, other->y);
        mpz_mul(slope, sum->x, sum->x);
        mpz_mul_ui(slope, slope, 3);
        mpz_add(slope, slope, curve->a);
    }
    mpz_mod(rest, rest, curve->p);
    sum->infinite = mpz_sgn(rest) == 0;
    if (!sum->infinite) {
        mpz_invert(rest, rest, curve->p);
        mpz_mul(slope, slope, rest);
        mpz_mul(x, slope, slope);
        mpz_sub(x, x, sum->x);
        mpz_sub(x, x, other->x);
        mpz_mod(x, x, curve->p);
        mpz_sub(rest, sum->x, x);
        mpz_mul(rest, rest, slope);
        mpz_sub(sum->y, rest, sum->y);
        mpz_mod(sum->y, sum->y, curve->p);
        mpz_set(sum->x, x);
    }
    mpz_clears(slope, rest, x, NULL);
}

/* By the bits of k from the highest on. */
static void multiply(test_point *product, const mpz_t k, const test_point *point, const test_curve *curve)
{
    test_point copy = {.infinite = false};
    mpz_inits(copy.x, copy.y, NULL);
    product->infinite = true;
    for (size_t i = mpz_sizeinbase(k, 2); i-- > 0;) {
        mpz_set(copy.x, product->x);
        mpz_set(copy.y, product->y);
        copy.infinite = product->infinite;
        add(product, &copy, curve);
        if (mpz_tstbit(k, i))
            add(product, point, curve);
    }
    mpz_clears(copy.x, copy.y, NULL);
}

static mc_parallel_curve *curve_of(const test_curve *curve, size_t n)
{
    mc_parallel_curve *made;
    mp_limb_t *p = limbs_of(curve->p, n), *a = limbs_of(curve->a, n), *b = limbs_of(curve->b, n);
    CHECK(mc_parallel_curve_new(&made, p, a, b, n) == MC_PARALLEL_OK);
    free(p);
    free(a);
    free(b);
    return made;
}

static mc_parallel_status set_point(mc_parallel_scalar *scalar, const test_point *point, size_t n)
{
    mp_limb_t *x = limbs_of(point->x, n), *y = limbs_of(point->y, n);
    mc_parallel_status status = mc_parallel_scalar_set_point(scalar, x, y, n);
    free(x);
    free(y);
    return status;
}

static void check_product(mc_parallel_scalar *scalar, mc_parallel_engine *engine, const mpz_t k,
                          const test_point *expected, size_t n, const char *what)
{
    size_t words = mpz_size(k);
    mp_limb_t *limbs = limbs_of(k, words + 1), *x = calloc(2 * n, sizeof *x);
    mpz_t found;
    bool infinite;
    mpz_init(found);
    mc_parallel_status status = mc_parallel_scalar_mult_var(scalar, engine, x, x + n, &infinite, limbs, words + 1);
    bool is_right = status == MC_PARALLEL_OK && infinite == expected->infinite;
    for (unsigned i = 0; i < 2 && is_right; i++) {
        number_of(found, x + i * n, n);
        is_right = infinite ? mpz_sgn(found) == 0 : mpz_cmp(found, i == 0 ? expected->x : expected->y) == 0;
    }
    if (!is_right)
        gmp_fprintf(stderr, "%s: %Zx times the point is wrong (%s)\n", what, k, mc_parallel_status_text(status));
    failures += !is_right;
    mpz_clear(found);
    free(limbs);
    free(x);
}

/* One method with every number of threads up to 3, engine and window; `check` gets each. */
typedef void checker(mc_parallel_scalar *scalar, mc_parallel_engine *engine, const char *what, void *context);

static void with_options(const mc_parallel_method *method, const mc_parallel_curve *curve, size_t bits,
                         unsigned windows, checker *check, void *context)
{
    mc_parallel_scalar_options options = {.algorithm = mc_parallel_algorithm_find("montgomery-words"), .bits = bits};
    for (options.threads = 1; options.threads <= 3; options.threads++)
        for (options.window = 0; options.window <= windows; options.window++) {
            mc_parallel_scalar *scalar;
            mc_parallel_status status = mc_parallel_scalar_new(&scalar, method, curve, &options);
            if (!mc_parallel_method_takes(method, options.threads))
                CHECK(status == MC_PARALLEL_ERROR_THREADS);
            if (status != MC_PARALLEL_OK) {
                CHECK(status == MC_PARALLEL_ERROR_THREADS || status == MC_PARALLEL_ERROR_WINDOW);
                continue;
            }
            for (int kind = 0; kind < (options.threads == 1 ? 1 : 3); kind++) {
                char what[100];
                if (only_engine >= 0 && kind != only_engine)
                    continue;
                snprintf(what, sizeof what, "%s, %u threads, window %u, %s", mc_parallel_method_name(method),
                         options.threads, options.window, mc_parallel_engine_name((mc_parallel_engine_kind)kind));
                check(scalar, engines[kind], what, context);
            }
            mc_parallel_scalar_free(scalar);
        }
}

static void with_methods(const mc_parallel_curve *curve, size_t bits, unsigned windows, checker *check, void *context)
{
    for (size_t i = 0; i < mc_parallel_method_count(); i++)
        with_options(mc_parallel_method_at(i), curve, bits, windows, check, context);
}

typedef struct {
    test_curve curve;
    test_point point;
    size_t n;
    unsigned last; /* tiny: scalars 0 to last */
    mpz_t *scalars;
    test_point *products;
    unsigned count;
} test_case;

static void check_all(mc_parallel_scalar *scalar, mc_parallel_engine *engine, const char *what, void *context)
{
    test_case *one = context;
    CHECK(set_point(scalar, &one->point, one->n) == MC_PARALLEL_OK);
    for (unsigned i = 0; i < one->count; i++)
        check_product(scalar, engine, one->scalars[i], &one->products[i], one->n, what);
}

static void add_scalar(test_case *one, const mpz_t k)
{
    one->scalars = realloc(one->scalars, (one->count + 1) * sizeof *one->scalars);
    one->products = realloc(one->products, (one->count + 1) * sizeof *one->products);
    test_point *product = &one->products[one->count];
    mpz_inits(product->x, product->y, NULL);
    mpz_init_set(one->scalars[one->count++], k);
    multiply(product, k, &one->point, &one->curve);
}

static void drop_scalars(test_case *one)
{
    for (unsigned i = 0; i < one->count; i++)
        mpz_clears(one->scalars[i], one->products[i].x, one->products[i].y, NULL);
    free(one->scalars);
    free(one->products);
    one->scalars = NULL;
    one->products = NULL;
    one->count = 0;
}

/* Orders of points on these curves are small, so sums meet equal and opposite points, the point at infinity, and points
 * of order 2, at every place of a method. */
static void test_tiny(void)
{
    static const int curves[][3] = {{7, 4, 0}, {11, 8, 3}, {13, 2, 12}, {23, 20, 0}, {31, 5, 9}};
    test_case one = {.n = 1};
    mpz_t k;
    mpz_inits(one.curve.p, one.curve.a, one.curve.b, one.point.x, one.point.y, k, NULL);
    bool is_short = only_engine > MC_PARALLEL_SEQUENTIAL; /* threads that wait for each other take long */
    for (size_t i = 0; i < (is_short ? 1 : sizeof curves / sizeof *curves); i++) {
        int p = curves[i][0], a = curves[i][1], b = curves[i][2];
        mpz_set_ui(one.curve.p, (unsigned)p);
        mpz_set_ui(one.curve.a, (unsigned)a);
        mpz_set_ui(one.curve.b, (unsigned)b);
        mc_parallel_curve *curve = curve_of(&one.curve, 1);
        for (int x = 0; x < p; x++)
            for (int y = 0; y < p; y++) {
                if ((y * y - x * x * x - a * x - b) % p != 0)
                    continue;
                mpz_set_ui(one.point.x, (unsigned)x);
                mpz_set_ui(one.point.y, (unsigned)y);
                for (unsigned long scalar = 0; scalar < 64; scalar += is_short ? 9 : 1) {
                    mpz_set_ui(k, scalar);
                    add_scalar(&one, k);
                }
                with_methods(curve, 6, i == 1 ? 4 : 0, check_all, &one);
                drop_scalars(&one);
            }
        mc_parallel_curve_free(curve);
    }
    mpz_clears(one.curve.p, one.curve.a, one.curve.b, one.point.x, one.point.y, k, NULL);
}

/* 0, 1, 2, all ones, powers of 2 and their neighbours, and pseudorandom scalars, as long as p. */
static void test_curve_of(char **numbers, unsigned rounds)
{
    test_case one = {.n = 0};
    gmp_randstate_t random;
    mpz_t k;
    mpz_inits(one.curve.p, one.curve.a, one.curve.b, one.point.x, one.point.y, k, NULL);
    mpz_ptr parts[] = {one.curve.p, one.curve.a, one.curve.b, one.point.x, one.point.y};
    gmp_randinit_default(random);
    for (unsigned i = 0; i < 5; i++)
        CHECK(mpz_set_str(parts[i], numbers[i], 16) == 0);
    size_t bits = mpz_sizeinbase(one.curve.p, 2);
    one.n = mpz_size(one.curve.p);
    for (unsigned i = 0; i < 3; i++) {
        mpz_set_ui(k, i);
        add_scalar(&one, k);
    }
    mpz_setbit(k, bits);
    mpz_sub_ui(k, k, 1);
    mpz_clrbit(k, bits);
    add_scalar(&one, k);
    mpz_set_ui(k, 0);
    mpz_setbit(k, bits / 2);
    add_scalar(&one, k);
    mpz_sub_ui(k, k, 1);
    add_scalar(&one, k);
    for (unsigned i = 0; i < rounds; i++) {
        mpz_urandomb(k, random, bits);
        add_scalar(&one, k);
    }
    mc_parallel_curve *curve = curve_of(&one.curve, one.n);
    with_methods(curve, bits, 0, check_all, &one);
    mc_parallel_curve_free(curve);
    drop_scalars(&one);
    gmp_randclear(random);
    mpz_clears(one.curve.p, one.curve.a, one.curve.b, one.point.x, one.point.y, k, NULL);
}

/* P-256's prime is one of the shortest that every algorithm takes with 4 threads. */
static const char *P256[] = {
    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
    "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
};

static void set_p256(test_case *one, unsigned long a)
{
    mpz_ptr parts[] = {one->curve.p, one->curve.a, one->curve.b, one->point.x, one->point.y};
    for (unsigned i = 0; i < 5; i++)
        mpz_init_set_str(parts[i], P256[i], 16);
    if (a != 0)
        mpz_set_ui(one->curve.a, a);
    one->n = mpz_size(one->curve.p);
    one->point.infinite = false;
}

static void drop_p256(test_case *one)
{
    mpz_clears(one->curve.p, one->curve.a, one->curve.b, one->point.x, one->point.y, NULL);
    drop_scalars(one);
}

/* The algorithms of modular multiplication inside, on every number of threads that they take, squares by columns too.
 */
static void test_algorithms(void)
{
    test_case one = {.n = 0};
    mpz_t k;
    set_p256(&one, 0);
    mpz_init_set_ui(k, 0xb7e1);
    add_scalar(&one, k);
    mc_parallel_curve *curve = curve_of(&one.curve, one.n);
    mc_parallel_scalar_options options = {.threads = 1, .bits = 16};
    unsigned squared_by_columns = 0;
    for (size_t i = 0; i < mc_parallel_algorithm_count(); i++) {
        options.algorithm = mc_parallel_algorithm_at(i);
        bool squares = mc_parallel_algorithm_squares(options.algorithm);
        for (unsigned j = 0; j < 8; j++) {
            mc_parallel_scalar *scalar;
            options.field_threads = 1 + j % 4;
            options.field_engine = options.field_threads == 2 ? MC_PARALLEL_POOL : MC_PARALLEL_SEQUENTIAL;
            options.comba = j >= 4;
            mc_parallel_status status =
                mc_parallel_scalar_new(&scalar, mc_parallel_method_find("left-to-right"), curve, &options);
            if (squares || (status == MC_PARALLEL_ERROR_SQUARE && options.comba) ||
                !mc_parallel_algorithm_takes(options.algorithm, options.field_threads)) {
                CHECK(status == MC_PARALLEL_ERROR_SQUARE || status == MC_PARALLEL_ERROR_THREADS);
                continue;
            }
            CHECK(status == MC_PARALLEL_OK);
            squared_by_columns += options.comba;
            check_all(scalar, NULL, mc_parallel_algorithm_name(options.algorithm), &one);
            mc_parallel_scalar_free(scalar);
        }
    }
    CHECK(squared_by_columns > 15); /* only residue number systems have no such form */
    mc_parallel_curve_free(curve);
    drop_p256(&one);
    mpz_clear(k);
}

/* A method's counts for k; set `filled` for a table that is not full. */
static mc_parallel_scalar_counts counts_of(const char *method, unsigned threads, unsigned long a, unsigned window,
                                           size_t filled, unsigned long k)
{
    test_case one = {.n = 0};
    mpz_t number, rest;
    set_p256(&one, a);
    mpz_init_set_ui(number, k);
    mpz_init(rest);
    mpz_tdiv_r_2exp(rest, number, filled == 0 ? 64 : filled);
    if (a != 0) { /* the b that puts the point on the curve with this a */
        mpz_mul(rest, one.point.x, one.point.x);
        mpz_add(rest, rest, one.curve.a);
        mpz_mul(rest, rest, one.point.x);
        mpz_mul(one.curve.b, one.point.y, one.point.y);
        mpz_sub(one.curve.b, one.curve.b, rest);
        mpz_mod(one.curve.b, one.curve.b, one.curve.p);
        mpz_set(rest, number);
    }
    add_scalar(&one, rest);
    mc_parallel_curve *curve = curve_of(&one.curve, one.n);
    mc_parallel_scalar_options options = {.threads = threads, .window = window, .bits = 64, .filled = filled};
    mc_parallel_scalar *scalar;
    options.algorithm = mc_parallel_algorithm_find("montgomery");
    CHECK(mc_parallel_scalar_new(&scalar, mc_parallel_method_find(method), curve, &options) == MC_PARALLEL_OK);
    CHECK(set_point(scalar, &one.point, one.n) == MC_PARALLEL_OK);
    check_product(scalar, engines[0], number, &one.products[0], one.n, method);
    mc_parallel_scalar_counts counts = mc_parallel_scalar_last_counts(scalar);
    mc_parallel_scalar_free(scalar);
    mc_parallel_curve_free(curve);
    drop_p256(&one);
    mpz_clears(number, rest, NULL);
    return counts;
}

/* The costs of the formulas: arruda2014, Table 14, and hankerson2004, Table 3.3. */
static void test_counts(void)
{
    mc_parallel_scalar_counts counts = counts_of("left-to-right", 1, 0, 1, 0, 1ul << 20);
    CHECK(counts.products == 20 * 4 && counts.squares == 20 * 4 && counts.additions == 0);
    counts = counts_of("left-to-right", 1, 7, 1, 0, 1ul << 20);
    CHECK(counts.products == 20 * 4 && counts.squares == 20 * 6);
    counts = counts_of("table", 1, 0, 0, 0, 0xfffff);
    CHECK(counts.products == 19 * 7 && counts.squares == 19 * 4);
    CHECK(counts.additions == 19 && counts.empty_additions == 1 && counts.waits == 0);
    counts = counts_of("table", 1, 0, 0, 12, 0xfffff); /* 8 of 20 additions meet empty entries */
    CHECK(counts.products == 11 * 7 && counts.squares == 11 * 4);
    CHECK(counts.additions == 11 && counts.empty_additions == 9);
    counts = counts_of("table", 2, 0, 0, 0, 0xfffff); /* 9 mixed additions each, then a full one of 11M + 5S */
    CHECK(counts.products == 9 * 7 + 11 && counts.squares == 9 * 4 + 5);
    CHECK(counts.all_products == 18 * 7 + 11 && counts.all_squares == 18 * 4 + 5 && counts.waits == 2);
    counts = counts_of("table-formulas", 2, 0, 0, 0, 0xfffff);
    CHECK(counts.all_products == 19 * 7 && counts.all_squares == 19 * 4);
    CHECK(counts.products + counts.squares == 19 * 6); /* the busier lane */
    counts = counts_of("pipeline", 2, 0, 1, 0, 0xfffff);
    CHECK(counts.all_products == 19 * (4 + 11) && counts.all_squares == 19 * (4 + 5));
    CHECK(counts.products == 19 * 11 && counts.squares == 19 * 5);
}

static void test_inputs(void)
{
    test_case one = {.n = 0};
    set_p256(&one, 0);
    mc_parallel_curve *curve = curve_of(&one.curve, one.n), *none;
    mc_parallel_scalar *scalar;
    mc_parallel_scalar_options options = {
        .threads = 2, .bits = 70, .algorithm = mc_parallel_algorithm_find("montgomery")};
    const mc_parallel_method *table = mc_parallel_method_find("table");
    mp_limb_t x[9], y[9], k[9] = {0}, *p = limbs_of(one.curve.p, one.n), zero[9] = {0};
    bool infinity;
    CHECK(mc_parallel_method_find("no such method") == NULL && mc_parallel_method_at(1000) == NULL);
    CHECK(mc_parallel_curve_new(&none, p, p, zero, one.n) == MC_PARALLEL_ERROR_RANGE && none == NULL);
    CHECK(mc_parallel_curve_new(&none, p, zero, p, one.n) == MC_PARALLEL_ERROR_RANGE);
    CHECK(mc_parallel_curve_new(&none, p, zero, zero, 0) == MC_PARALLEL_ERROR_TINY);
    options.threads = 0;
    CHECK(mc_parallel_scalar_new(&scalar, table, curve, &options) == MC_PARALLEL_ERROR_THREADS && scalar == NULL);
    options.threads = 9;
    CHECK(mc_parallel_scalar_new(&scalar, table, curve, &options) == MC_PARALLEL_ERROR_THREADS);
    options.threads = 2;
    options.window = 2;
    CHECK(mc_parallel_scalar_new(&scalar, table, curve, &options) == MC_PARALLEL_ERROR_WINDOW);
    options.window = 0;
    options.bits = 0;
    CHECK(mc_parallel_scalar_new(&scalar, table, curve, &options) == MC_PARALLEL_ERROR_SCALAR);
    options.bits = 70;
    options.field_threads = 9;
    CHECK(mc_parallel_scalar_new(&scalar, table, curve, &options) == MC_PARALLEL_ERROR_THREADS);
    options.field_threads = 0;
    CHECK(mc_parallel_scalar_new(&scalar, table, curve, &options) == MC_PARALLEL_OK);
    CHECK(mc_parallel_scalar_mult_var(scalar, engines[0], x, y, &infinity, k, 1) == MC_PARALLEL_ERROR_POINT);
    mpz_add_ui(one.point.y, one.point.y, 1);
    CHECK(set_point(scalar, &one.point, one.n) == MC_PARALLEL_ERROR_POINT);
    mpz_sub_ui(one.point.y, one.point.y, 1);
    CHECK(mc_parallel_scalar_set_point(scalar, p, zero, one.n) == MC_PARALLEL_ERROR_RANGE);
    CHECK(mc_parallel_scalar_set_point(scalar, zero, zero, one.n + 1) == MC_PARALLEL_ERROR_LIMBS);
    CHECK(mc_parallel_scalar_mult_var(scalar, engines[0], x, y, &infinity, k, 1) == MC_PARALLEL_ERROR_POINT);
    CHECK(set_point(scalar, &one.point, one.n) == MC_PARALLEL_OK);
    k[1] = 1 << 6;
    CHECK(mc_parallel_scalar_mult_var(scalar, engines[0], x, y, &infinity, k, 2) == MC_PARALLEL_ERROR_SCALAR);
    CHECK(mc_parallel_scalar_mult_var(scalar, NULL, x, y, &infinity, k, 1) == MC_PARALLEL_ERROR_TEAM);
    CHECK(mc_parallel_scalar_mult_var(scalar, engines[0], x, y, &infinity, k, 0) == MC_PARALLEL_OK && infinity);
    mc_parallel_scalar_free(scalar);
    mc_parallel_scalar_free(NULL);
    mc_parallel_curve_free(curve);
    mc_parallel_curve_free(NULL);
    free(p);
    drop_p256(&one);
}

int main(int argc, char **argv)
{
    unsigned rounds = 2;
    for (int i = 2; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--rounds") == 0)
            rounds = (unsigned)atoi(argv[i + 1]);
        for (int kind = 0; kind < 3 && strcmp(argv[i], "--engine") == 0; kind++)
            if (strcmp(argv[i + 1], mc_parallel_engine_name((mc_parallel_engine_kind)kind)) == 0)
                only_engine = kind;
    }
    for (int kind = 0; kind < 3; kind++)
        if (kind == 0 || only_engine < 0 || kind == only_engine)
            engines[kind] = engine_of((mc_parallel_engine_kind)kind, 3);
    if (argc > 1 && strcmp(argv[1], "tiny") == 0)
        test_tiny();
    else if (argc > 6 && strcmp(argv[1], "curve") == 0)
        test_curve_of(argv + 2, rounds);
    else if (argc > 1 && strcmp(argv[1], "counts") == 0)
        test_counts();
    else if (argc > 1 && strcmp(argv[1], "algorithms") == 0)
        test_algorithms();
    else if (argc > 1 && strcmp(argv[1], "inputs") == 0)
        test_inputs();
    else
        fail("test_scalar: no such test");
    for (int kind = 0; kind < 3; kind++)
        mc_parallel_engine_free(engines[kind]);
    return failures != 0;
}
