/* Normal bases, on every element of the basis, against slow arithmetic in polynomial basis: conversions, squares,
 * roots, inverses, and products of every pair (only some by the bit-serial definition, which is slow).
 *
 * fields: fb7 fb162 fb163 fb191n fb233 fb239n fb283 fb409 fb571 */
#include "fb_reference.h"

#include "fb/normal_basis/normal.h"

typedef void multiplication(mc_word *r, const mc_word *a, const mc_word *b);

static poly conjugate[FB_M]; /* beta^(2^i) in polynomial basis */
static poly product[FB_M];   /* beta beta^(2^d) */

static void set_basis(mc_word *r, unsigned i)
{
    set_power(r, FB_WORDS, FB_M - 1 - i % FB_M);
}

static int is_equal(const poly *p, const poly *q)
{
    return memcmp(p, q, sizeof *p) == 0;
}

static poly poly_product(const poly *a, const poly *b)
{
    return poly_reduce(poly_multiply(a, b));
}

/* The element of a number in normal basis. */
static poly value(const mc_word *a)
{
    poly sum = {{0}};
    for (unsigned i = 0; i < FB_M; i++) {
        const unsigned bit = FB_M - 1 - i;
        for (unsigned e = 0; (a[bit / MC_WORD_BITS] >> bit % MC_WORD_BITS & 1) && e < FB_M; e++)
            sum.bit[e] ^= conjugate[i].bit[e];
    }
    for (unsigned bit = FB_M; bit < FB_WORDS * MC_WORD_BITS; bit++)
        if (a[bit / MC_WORD_BITS] >> bit % MC_WORD_BITS & 1)
            sum.bit[0] = 2; /* no element */
    return sum;
}

static void make_conjugates(void)
{
    const mc_word element[FB_WORDS] = FB_NORMAL_ELEMENT;
    conjugate[0] = poly_from_words(element, FB_WORDS);
    for (unsigned i = 1; i < FB_M; i++)
        conjugate[i] = poly_reduce(poly_square(&conjugate[i - 1]));
    const poly last = poly_reduce(poly_square(&conjugate[FB_M - 1]));
    if (!is_equal(&last, &conjugate[0]))
        fail("element", "order of its conjugates");
    for (unsigned d = 0; d < FB_M; d++)
        product[d] = poly_product(&conjugate[0], &conjugate[d]);
}

/* Makes beta^(2^i) from words, and compares it bit by bit with its value in the other basis. */
static void check_conversions(void)
{
    for (unsigned i = 0; i < FB_M; i++) {
        mc_word a[FB_WORDS], r[FB_WORDS], back[FB_WORDS];
        set_basis(a, i);
        FB(normal_to_polynomial)(r, a);
        if (!words_equal_poly(r, FB_WORDS, &conjugate[i]))
            fail("normal_to_polynomial", "an element of the basis");
        FB(normal_from_polynomial)(back, r);
        if (!FB(mask_equal)(back, a))
            fail("normal_from_polynomial", "an element of the basis");
        set_power(a, FB_WORDS, i);
        FB(normal_from_polynomial)(r, a);
        const poly p = value(r);
        if (!words_equal_poly(a, FB_WORDS, &p))
            fail("normal_from_polynomial", "a power of z");
        FB(normal_to_polynomial)(r, r);
        if (!FB(mask_equal)(r, a))
            fail("normal_to_polynomial", "a power of z");
    }
}

static void check_rotations(void)
{
    const unsigned counts[] = {0, 1, 2, FB_M / 2, FB_M - 1};
    for (unsigned i = 0; i < FB_M; i++) {
        mc_word a[FB_WORDS], r[FB_WORDS], expected[FB_WORDS];
        set_basis(a, i);
        set_basis(expected, i + 1);
        FB(normal_sqr)(r, a);
        if (!FB(mask_equal)(r, expected))
            fail("normal_sqr", "square of an element of the basis");
        FB(normal_sqrt)(r, r);
        if (!FB(mask_equal)(r, a))
            fail("normal_sqrt", "root of an element of the basis");
        for (unsigned n = 0; n < sizeof counts / sizeof *counts; n++) {
            FB(normal_sqr_times)(r, a, counts[n]);
            set_basis(expected, i + counts[n]);
            if (!FB(mask_equal)(r, expected))
                fail("normal_sqr_times", "power of an element of the basis");
        }
        if (FB(normal_trace)(a) != 1)
            fail("normal_trace", "an element of the basis");
    }
}

/* beta^(2^i) is a solution of r^2 + r = beta^(2^i) + beta^(2^(i + 1)). Of the two solutions r and r + 1, the function
 * returns the one without beta, which is the highest bit. */
static void check_solve_quadratic(void)
{
    for (unsigned i = 0; i < FB_M; i++) {
        mc_word a[FB_WORDS], c[FB_WORDS], r[FB_WORDS], square[FB_WORDS];
        set_basis(a, i);
        if (FB(normal_solve_quadratic)(r, a))
            fail("normal_solve_quadratic", "trace 1");
        set_basis(c, i + 1);
        fb_add(c, c, a);
        if (!FB(normal_solve_quadratic)(r, c))
            fail("normal_solve_quadratic", "trace 0");
        if (r[FB_WORDS - 1] >> (FB_M - 1) % MC_WORD_BITS)
            fail("normal_solve_quadratic", "solution with beta");
        FB(normal_sqr)(square, r);
        fb_add(square, square, r);
        if (!FB(mask_equal)(square, c))
            fail("normal_solve_quadratic", "solution");
    }
}

/* Small words are slow, and so is the bit-serial product in long fields: there a fixed share of the basis is tried. */
#define IS_SLOW_BUILD (MC_WORD_BITS < 64)
#define STEP(is_slow) ((is_slow) && FB_M > (IS_SLOW_BUILD ? 7 : 283) ? 31u : 1u)

static int is_tried(unsigned i, unsigned j, int is_slow)
{
    const unsigned distance = (j + FB_M - i) % FB_M;
    if (is_slow)
        return distance % STEP(1) == 0 && (FB_M == 7 || (i + 3 * j) % 199 == 0);
    return FB_M <= 163 || FB_M == 283 || i == 0 || i == FB_M - 1 || (i + 3 * j) % 499 == 0;
}

/* Products of beta and every beta^(2^d) are compared with those in polynomial basis. All others are rotations of
 * these: beta^(2^i) beta^(2^(i+d)) is the product for d, squared i times. */
static void check_mul(const char *member, multiplication *mul, int is_slow)
{
    static mc_word first[FB_M][FB_WORDS];
    mc_word a[FB_WORDS], b[FB_WORDS], r[FB_WORDS];
    for (unsigned d = 0; d < FB_M; d += STEP(is_slow)) {
        set_basis(a, 0);
        set_basis(b, d);
        memset(first[d], 0xa5, sizeof first[d]);
        mul(first[d], a, b);
        const poly p = value(first[d]);
        if (!is_equal(&p, &product[d]))
            fail(member, "product of beta and a conjugate");
    }
    for (unsigned i = 0; i < FB_M; i++) {
        for (unsigned j = 0; j < FB_M; j++) {
            if (!is_tried(i, j, is_slow))
                continue;
            set_basis(a, i);
            set_basis(b, j);
            mc_word *output = j % 2 ? a : b; /* one of the factors */
            mul(output, a, b);
            FB(normal_sqr_times)(r, first[(j + FB_M - i) % FB_M], i);
            if (!FB(mask_equal)(output, r))
                fail(member, "product of two elements of the basis");
        }
    }
}

static void check_inv(const char *member, void (*inv)(mc_word *, const mc_word *))
{
    const poly one = {{1}};
    for (unsigned i = 0; i < FB_M; i += STEP(IS_SLOW_BUILD)) {
        mc_word a[FB_WORDS], r[FB_WORDS];
        set_basis(a, i);
        inv(r, a);
        const poly p = value(r), unit = poly_product(&conjugate[i], &p);
        if (!is_equal(&unit, &one))
            fail(member, "inverse of an element of the basis");
        inv(a, a);
        if (!FB(mask_equal)(a, r))
            fail(member, "inverse in place");
    }
}

int main(void)
{
    make_conjugates();
    check_conversions();
    check_rotations();
    check_solve_quadratic();
#define CHECK_MUL(f) check_mul(#f, FB(f), IS_SLOW_BUILD || !strcmp(#f, "normal_mul_bit_serial"));
#define CHECK_INV(f) check_inv(#f, FB(f));
    MC_NORMAL_MUL_MEMBERS(CHECK_MUL)
    MC_NORMAL_INV_MEMBERS(CHECK_INV)
    return finish("normal");
}
