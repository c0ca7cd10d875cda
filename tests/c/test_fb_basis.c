/* Every member of every family of the binary field, on every basis vector. These operations are linear in each
 * argument, so a member that passes can fail only on sums. Products are tried on every pair up to 163 bits, and with
 * long words for 283 bits. Otherwise each vector is multiplied by those at and beside the ends of words and of the
 * element. fields: binary */
#include "fb_reference.h"

static void check_sqr(const char *member, void (*sqr)(mc_word *, const mc_word *), unsigned words)
{
    for (unsigned i = 0; i < FB_M; i++) {
        mc_word a[FB_WORDS], c[2 * FB_WORDS];
        memset(c, 0xa5, sizeof c);
        set_power(a, FB_WORDS, i);
        sqr(c, a);
        poly expected = {{0}};
        expected.bit[2 * i] = 1;
        if (words == FB_WORDS)
            expected = poly_reduce(expected);
        if (!words_equal_poly(c, words, &expected))
            fail(member, "square of a power of z");
    }
}

static int is_end(unsigned i)
{
    return i == 0 || i == FB_M - 1 || i == (FB_WORDS / 2) * MC_WORD_BITS || i == (FB_WORDS + 1) / 2 * MC_WORD_BITS - 1;
}

static int is_tried(unsigned i, unsigned j)
{
    const int every = FB_M <= 163 || (FB_M == 283 && MC_WORD_BITS == 64);
    return every || is_end(i) || is_end(j) || (i + 3 * j) % 89 == 0;
}

enum { POWERS = 2 * FB_M - 1 };
static mc_word power_of_z[POWERS][2 * FB_WORDS], reduced_power[POWERS][2 * FB_WORDS];
static mc_word montgomery_power[POWERS][2 * FB_WORDS];

/* The powers of z that are products of basis vectors. For n words of W bits, the product by z^(n W) of the value z^e
 * / z^(n W) is z^e. One step of division by z is a shift, after f is added if the lowest bit is set. */
static void make_powers(void)
{
    for (unsigned e = 0; e < POWERS; e++) {
        set_power(power_of_z[e], 2 * FB_WORDS, e);
        poly p = poly_reduce(poly_from_words(power_of_z[e], 2 * FB_WORDS));
        words_from_poly(reduced_power[e], 2 * FB_WORDS, &p);
        for (unsigned i = 0; i < FB_WORDS * MC_WORD_BITS; i++)
            p = poly_divide_by_z(p);
        words_from_poly(montgomery_power[e], 2 * FB_WORDS, &p);
    }
}

static void check_mul(const char *member, void (*mul)(mc_word *, const mc_word *, const mc_word *), unsigned words,
                      mc_word (*expected)[2 * FB_WORDS])
{
    for (unsigned i = 0; i < FB_M; i++) {
        for (unsigned j = 0; j < FB_M; j++) {
            if (!is_tried(i, j))
                continue;
            mc_word a[FB_WORDS], b[FB_WORDS], c[2 * FB_WORDS];
            memset(c, 0xa5, sizeof c);
            set_power(a, FB_WORDS, i);
            set_power(b, FB_WORDS, j);
            mul(c, a, b);
            if (memcmp(c, expected[i + j], words * sizeof *c))
                fail(member, "product of powers of z");
        }
    }
}

static void check_mul_constant(const char *member, void (*mul)(mc_word *, const mc_word *, const mc_word (*)[FB_WORDS]))
{
    static mc_word table[FB_CONSTANT_ROWS][FB_WORDS];
    for (unsigned j = 0; j < FB_M; j++) {
        mc_word a[FB_WORDS], b[FB_WORDS], r[FB_WORDS];
        set_power(b, FB_WORDS, j);
        FB(constant_table)(table, b);
        for (unsigned i = 0; i < FB_M; i++) {
            if (!is_tried(i, j))
                continue;
            memset(r, 0xa5, sizeof r);
            set_power(a, FB_WORDS, i);
            mul(r, a, (const mc_word(*)[FB_WORDS])table);
            if (memcmp(r, reduced_power[i + j], sizeof r))
                fail(member, "product of powers of z, one of them constant");
        }
    }
}

static void check_reduce(const char *member, void (*reduce)(mc_word *, mc_word *))
{
    for (unsigned e = 0; e <= 2 * FB_M - 2; e++) {
        mc_word r[FB_WORDS], c[2 * FB_WORDS];
        set_power(c, 2 * FB_WORDS, e);
        poly expected = poly_reduce(poly_from_words(c, 2 * FB_WORDS));
        memset(r, 0xa5, sizeof r);
        reduce(r, c);
        if (!words_equal_poly(r, FB_WORDS, &expected))
            fail(member, "reduction of a power of z");
    }
}

static void check_inv(const char *member, void (*inv)(mc_word *, const mc_word *))
{
    poly one = {{1}};
    for (unsigned i = 0; i < FB_M; i++) {
        mc_word a[FB_WORDS], r[FB_WORDS];
        set_power(a, FB_WORDS, i);
        inv(r, a);
        poly p = poly_from_words(a, FB_WORDS), q = poly_from_words(r, FB_WORDS);
        p = poly_reduce(poly_multiply(&p, &q));
        if (memcmp(&p, &one, sizeof p))
            fail(member, "inverse of a power of z");
    }
}

static void check_sqrt(const char *member, void (*root)(mc_word *, const mc_word *))
{
    for (unsigned i = 0; i < FB_M; i++) {
        mc_word a[FB_WORDS], r[FB_WORDS];
        set_power(a, FB_WORDS, i);
        root(r, a);
        poly square = square_of_words(r, 0);
        if (!words_equal_poly(a, FB_WORDS, &square))
            fail(member, "square root of a power of z");
    }
}

#if FB_M % 2
static void check_half_trace(const char *member, void (*half_trace)(mc_word *, const mc_word *))
{
    for (unsigned i = 0; i < FB_M; i++) {
        mc_word a[FB_WORDS], r[FB_WORDS];
        set_power(a, FB_WORDS, i);
        half_trace(r, a);
        poly sum = square_of_words(r, 1);
        a[0] ^= FB(trace)(a);
        if (!words_equal_poly(a, FB_WORDS, &sum))
            fail(member, "half-trace of a power of z");
    }
}
#endif

/* For c = 0 the solutions are 0 and 1; the c with a solution are those of trace 0. */
static void check_solve_quadratic(void)
{
    const mc_word odd = FB(trace)((mc_word[FB_WORDS]){1}); /* the trace of 1 */
    for (unsigned i = 0; i <= FB_M; i++) {
        mc_word c[FB_WORDS] = {0}, r[FB_WORDS];
        if (i < FB_M)
            set_power(c, FB_WORDS, i);
        const mc_word trace = FB(trace)(c);
        if (odd)
            c[0] ^= trace;
        const mc_word solvable = mc_word_mask_zero(FB(trace)(c));
        if (FB(solve_quadratic)(r, c) != solvable)
            fail("solve_quadratic", "mask");
        poly sum = square_of_words(r, 1);
        if (solvable && !words_equal_poly(c, FB_WORDS, &sum))
            fail("solve_quadratic", "solution for a power of z");
    }
}

/* a^(2^k) for some k, by tables and by the bound function, compared with one square after the other. */
static void check_multi_sqr(void)
{
    static mc_word table[FB_MULTI_SQR_ROWS][FB_WORDS];
    const unsigned counts[] = {0, 1, FB_M / 2, FB_M - 1};
    for (unsigned n = 0; n < sizeof counts / sizeof *counts; n++) {
        FB(multi_sqr_table)(table, counts[n]);
        for (unsigned i = 0; i < FB_M; i++) {
            mc_word a[FB_WORDS], r[FB_WORDS], s[FB_WORDS];
            set_power(a, FB_WORDS, i);
            FB(multi_sqr_var)(r, a, (const mc_word(*)[FB_WORDS])table);
            fb_sqr_times(s, a, counts[n]);
            for (unsigned k = 0; k < counts[n]; k++)
                FB(sqr_reduce_composed)(a, a);
            if (!FB(mask_equal)(a, r))
                fail("multi_sqr_var", "power of a power of z");
            if (!FB(mask_equal)(a, s))
                fail("sqr_times", "power of a power of z");
        }
    }
}

int main(void)
{
    make_powers();
#define CHECK_SQR(f)            check_sqr(#f, FB(f), 2 * FB_WORDS);
#define CHECK_SQR_REDUCE(f)     check_sqr(#f, FB(f), FB_WORDS);
#define CHECK_MUL(f)            check_mul(#f, FB(f), 2 * FB_WORDS, power_of_z);
#define CHECK_MUL_REDUCE(f)     check_mul(#f, FB(f), FB_WORDS, reduced_power);
#define CHECK_MUL_CONSTANT(f)   check_mul_constant(#f, FB(f));
#define CHECK_MUL_MONTGOMERY(f) check_mul(#f, FB(f), FB_WORDS, montgomery_power);
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
    return finish("basis");
}
