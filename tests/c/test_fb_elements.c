/* Every member of every family on random elements, against the slow reference; over a field of less than 2^8
 * elements on all elements and all pairs. Outputs that may alias inputs are tried both ways.
 * fields: binary */
#include "fb_reference.h"

#if FB_M < 8
#define SAMPLES (1 << FB_M)
#else
#define SAMPLES 16
#endif
#define REDUCTIONS 200

static mc_word sample[SAMPLES][FB_WORDS];

/* All elements of a small field; 0, 1, all ones and random elements of a large one. */
static void make_samples(void)
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        if (FB_M < 8)
            FB(set_small)(sample[i], (mc_word)i);
        else
            set_random(sample[i], FB_WORDS, FB_M);
    }
    if (FB_M < 8)
        return;
    FB(set_small)(sample[0], 0);
    FB(set_small)(sample[1], 1);
    for (unsigned i = 0; i < FB_M; i++)
        sample[2][i / MC_WORD_BITS] |= (mc_word)1 << i % MC_WORD_BITS;
}

static poly sample_poly(unsigned i)
{
    return poly_from_words(sample[i], FB_WORDS);
}

static void check_mul(const char *member, void (*mul)(mc_word *, const mc_word *, const mc_word *), unsigned words)
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        for (unsigned j = 0; j < SAMPLES; j++) {
            poly a = sample_poly(i), b = sample_poly(j), expected = poly_multiply(&a, &b);
            if (words == FB_WORDS)
                expected = poly_reduce(expected);
            mc_word c[2 * FB_WORDS];
            memset(c, 0xa5, sizeof c);
            mul(c, sample[i], sample[j]);
            if (!words_equal_poly(c, words, &expected))
                fail(member, "product");
            if (words != FB_WORDS)
                continue;
            FB(copy)(c, sample[i]);
            mul(c, c, sample[j]);
            if (!words_equal_poly(c, words, &expected))
                fail(member, "product over the first factor");
            FB(copy)(c, sample[j]);
            mul(c, sample[i], c);
            if (!words_equal_poly(c, words, &expected))
                fail(member, "product over the second factor");
            if (i == j) {
                FB(copy)(c, sample[i]);
                mul(c, c, c);
                if (!words_equal_poly(c, words, &expected))
                    fail(member, "product of an element with itself, in place");
            }
        }
    }
}

/* With n words of W bits, r z^(n W) is the product: r is the product divided by z so many times. */
static void check_mul_montgomery(const char *member, void (*mul)(mc_word *, const mc_word *, const mc_word *))
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        for (unsigned j = 0; j < SAMPLES; j++) {
            poly a = sample_poly(i), b = sample_poly(j), expected = poly_reduce(poly_multiply(&a, &b));
            for (unsigned k = 0; k < FB_WORDS * MC_WORD_BITS; k++)
                expected = poly_divide_by_z(expected);
            mc_word r[FB_WORDS];
            mul(r, sample[i], sample[j]);
            if (!words_equal_poly(r, FB_WORDS, &expected))
                fail(member, "Montgomery product");
            FB(copy)(r, sample[i]);
            mul(r, r, sample[j]);
            if (!words_equal_poly(r, FB_WORDS, &expected))
                fail(member, "Montgomery product over the first factor");
            FB(copy)(r, sample[j]);
            mul(r, sample[i], r);
            if (!words_equal_poly(r, FB_WORDS, &expected))
                fail(member, "Montgomery product over the second factor");
        }
    }
}

static void check_mul_constant(const char *member, void (*mul)(mc_word *, const mc_word *, const mc_word (*)[FB_WORDS]))
{
    static mc_word table[FB_CONSTANT_ROWS][FB_WORDS];
    for (unsigned j = 0; j < SAMPLES; j++) {
        FB(constant_table)(table, sample[j]);
        for (unsigned i = 0; i < SAMPLES; i++) {
            poly a = sample_poly(i), b = sample_poly(j), expected = poly_reduce(poly_multiply(&a, &b));
            mc_word r[FB_WORDS];
            memset(r, 0xa5, sizeof r);
            mul(r, sample[i], (const mc_word(*)[FB_WORDS])table);
            if (!words_equal_poly(r, FB_WORDS, &expected))
                fail(member, "product by a constant");
            FB(copy)(r, sample[i]);
            mul(r, r, (const mc_word(*)[FB_WORDS])table);
            if (!words_equal_poly(r, FB_WORDS, &expected))
                fail(member, "product by a constant, in place");
        }
    }
}

static void check_sqr(const char *member, void (*sqr)(mc_word *, const mc_word *), unsigned words)
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        poly a = sample_poly(i), expected = poly_multiply(&a, &a);
        if (words == FB_WORDS)
            expected = poly_reduce(expected);
        mc_word c[2 * FB_WORDS];
        memset(c, 0xa5, sizeof c);
        sqr(c, sample[i]);
        if (!words_equal_poly(c, words, &expected))
            fail(member, "square");
        if (words != FB_WORDS)
            continue;
        FB(copy)(c, sample[i]);
        sqr(c, c);
        if (!words_equal_poly(c, words, &expected))
            fail(member, "square in place");
    }
}

static void check_reduce(const char *member, void (*reduce)(mc_word *, mc_word *))
{
    for (unsigned i = 0; i < REDUCTIONS; i++) {
        mc_word c[2 * FB_WORDS], copy[2 * FB_WORDS], r[FB_WORDS];
        set_random(c, 2 * FB_WORDS, 2 * FB_M - 1);
        memcpy(copy, c, sizeof c);
        poly expected = poly_reduce(poly_from_words(c, 2 * FB_WORDS));
        reduce(r, c);
        if (!words_equal_poly(r, FB_WORDS, &expected))
            fail(member, "reduction");
        reduce(copy, copy);
        if (!words_equal_poly(copy, FB_WORDS, &expected))
            fail(member, "reduction in place");
    }
}

static void check_inv(const char *member, void (*inv)(mc_word *, const mc_word *))
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        mc_word r[FB_WORDS];
        memset(r, 0xa5, sizeof r);
        inv(r, sample[i]);
        poly a = sample_poly(i), p = poly_from_words(r, FB_WORDS), expected = {{0}};
        expected.bit[0] = !FB(mask_zero)(sample[i]) ? 1 : 0;
        p = FB(mask_zero)(sample[i]) ? p : poly_reduce(poly_multiply(&a, &p));
        if (memcmp(&p, &expected, sizeof p))
            fail(member, "inverse");
        mc_word in_place[FB_WORDS];
        FB(copy)(in_place, sample[i]);
        inv(in_place, in_place);
        if (!FB(mask_equal)(in_place, r))
            fail(member, "inverse in place");
    }
}

static void check_sqrt(const char *member, void (*root)(mc_word *, const mc_word *))
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        mc_word r[FB_WORDS], in_place[FB_WORDS];
        root(r, sample[i]);
        poly square = square_of_words(r, 0);
        if (!words_equal_poly(sample[i], FB_WORDS, &square))
            fail(member, "square root");
        FB(copy)(in_place, sample[i]);
        root(in_place, in_place);
        if (!FB(mask_equal)(in_place, r))
            fail(member, "square root in place");
    }
}

#if FB_M % 2
/* By the definition, with the bound square, which the tests of its family check. */
static void check_half_trace(const char *member, void (*half_trace)(mc_word *, const mc_word *))
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        mc_word sum[FB_WORDS], power[FB_WORDS], r[FB_WORDS];
        FB(set_small)(sum, 0);
        for (unsigned k = 0; k <= (FB_M - 1) / 2; k++) {
            fb_sqr_times(power, sample[i], 2 * k);
            fb_add(sum, sum, power);
        }
        half_trace(r, sample[i]);
        if (!FB(mask_equal)(sum, r))
            fail(member, "half-trace");
        FB(copy)(r, sample[i]);
        half_trace(r, r);
        if (!FB(mask_equal)(sum, r))
            fail(member, "half-trace in place");
    }
}
#endif

static void check_solve_quadratic(void)
{
    unsigned solvable = 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        mc_word r[FB_WORDS];
        const mc_word mask = FB(solve_quadratic)(r, sample[i]);
        poly sum = square_of_words(r, 1);
        if (mask != mc_word_mask_zero(FB(trace)(sample[i])))
            fail("solve_quadratic", "mask");
        if (mask && !words_equal_poly(sample[i], FB_WORDS, &sum))
            fail("solve_quadratic", "no solution");
        solvable += mask != 0;
    }
    if (solvable == 0 || solvable == SAMPLES)
        fail("solve_quadratic", "samples of one trace only");
}

static void check_multi_sqr(void)
{
    static mc_word table[FB_MULTI_SQR_ROWS][FB_WORDS];
    for (unsigned k = 1; k < FB_M; k += FB_M / 3) {
        FB(multi_sqr_table)(table, k);
        for (unsigned i = 0; i < SAMPLES; i++) {
            mc_word r[FB_WORDS], expected[FB_WORDS];
            FB(copy)(r, sample[i]);
            FB(multi_sqr_var)(r, r, (const mc_word(*)[FB_WORDS])table);
            FB(sqr_times_composed)(expected, sample[i], k);
            if (!FB(mask_equal)(r, expected))
                fail("multi_sqr_var", "power");
        }
    }
}

/* (a + b) c = a c + b c and (a b) c = a (b c) through the members that the build binds. */
static void check_axioms(void)
{
    for (unsigned i = 0; i + 2 < SAMPLES; i++) {
        const mc_word *a = sample[i], *b = sample[i + 1], *c = sample[i + 2];
        mc_word left[FB_WORDS], right[FB_WORDS], t[FB_WORDS];
        fb_add(left, a, b);
        fb_mul(left, left, c);
        fb_mul(right, a, c);
        fb_mul(t, b, c);
        fb_add(right, right, t);
        if (!FB(mask_equal)(left, right))
            fail("bound members", "distributivity");
        fb_mul(left, a, b);
        fb_mul(left, left, c);
        fb_mul(right, b, c);
        fb_mul(right, a, right);
        if (!FB(mask_equal)(left, right))
            fail("bound members", "associativity");
    }
}

/* Trace by its definition, and the selections. */
static void check_basic(void)
{
    for (unsigned i = 0; i + 1 < SAMPLES; i++) {
        mc_word sum[FB_WORDS] = {0}, power[FB_WORDS], x[FB_WORDS], y[FB_WORDS];
        FB(copy)(power, sample[i]);
        for (unsigned k = 0; k < FB_M; k++) {
            fb_add(sum, sum, power);
            fb_sqr(power, power);
        }
        FB(set_small)(x, FB(trace)(sample[i]));
        if (!FB(mask_equal)(sum, x))
            fail("trace", "differs from the sum of the conjugates");
        if (!FB(mask_equal)(power, sample[i]))
            fail("bound square", "a^(2^m) is not a");
        fb_sqr_times(power, sample[i], FB_M);
        if (!FB(mask_equal)(power, sample[i]))
            fail("sqr_times", "a^(2^m) is not a");

        FB(copy)(x, sample[i]);
        FB(copy)(y, sample[i + 1]);
        FB(swap)(x, y, 0);
        FB(select)(x, y, 0);
        if (!FB(mask_equal)(x, sample[i]) || !FB(mask_equal)(y, sample[i + 1]))
            fail("swap or select", "mask 0 changes its arguments");
        FB(swap)(x, y, (mc_word) ~(mc_word)0);
        if (!FB(mask_equal)(x, sample[i + 1]) || !FB(mask_equal)(y, sample[i]))
            fail("swap", "mask ~0 does not exchange");
        FB(select)(x, y, (mc_word) ~(mc_word)0);
        if (!FB(mask_equal)(x, sample[i]))
            fail("select", "mask ~0 does not take the second");
        if (FB(mask_equal)(sample[i], sample[i + 1]) || FB(mask_zero)(sample[i]) != (mc_word)(i ? 0 : ~(mc_word)0))
            fail("masks", "equal or zero elements");
    }
}

int main(void)
{
    make_samples();
#define CHECK_SQR(f)            check_sqr(#f, FB(f), 2 * FB_WORDS);
#define CHECK_SQR_REDUCE(f)     check_sqr(#f, FB(f), FB_WORDS);
#define CHECK_MUL(f)            check_mul(#f, FB(f), 2 * FB_WORDS);
#define CHECK_MUL_REDUCE(f)     check_mul(#f, FB(f), FB_WORDS);
#define CHECK_MUL_CONSTANT(f)   check_mul_constant(#f, FB(f));
#define CHECK_MUL_MONTGOMERY(f) check_mul_montgomery(#f, FB(f));
#define CHECK_REDUCE(f)         check_reduce(#f, FB(f));
#define CHECK_INV(f)            check_inv(#f, FB(f));
#define CHECK_SQRT(f)           check_sqrt(#f, FB(f));
#define CHECK_HALF_TRACE(f)     check_half_trace(#f, FB(f));
    MC_SQR_MEMBERS(CHECK_SQR)
    MC_SQR_REDUCE_MEMBERS(CHECK_SQR_REDUCE)
    MC_MUL_MEMBERS(CHECK_MUL)
    MC_MUL_REDUCE_MEMBERS(CHECK_MUL_REDUCE)
    MC_MUL_CONSTANT_MEMBERS(CHECK_MUL_CONSTANT)
    MC_MUL_MONTGOMERY_MEMBERS(CHECK_MUL_MONTGOMERY)
    MC_REDUCE_MEMBERS(CHECK_REDUCE)
    MC_INV_MEMBERS(CHECK_INV)
    MC_SQRT_MEMBERS(CHECK_SQRT)
    MC_HALF_TRACE_MEMBERS(CHECK_HALF_TRACE)
    check_solve_quadratic();
    check_multi_sqr();
    check_axioms();
    check_basic();
    return finish("elements");
}
