/* Every member of every family of the binary field, on every basis vector, and on every pair of them where it
 * takes two. These operations are linear in each argument, so a member that passes errs only on sums. */
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

static void check_mul(const char *member, void (*mul)(mc_word *, const mc_word *, const mc_word *), unsigned words)
{
    poly expected[2 * FB_M - 1];
    for (unsigned e = 0; e < 2 * FB_M - 1; e++) {
        memset(&expected[e], 0, sizeof expected[e]);
        expected[e].bit[e] = 1;
        if (words == FB_WORDS)
            expected[e] = poly_reduce(expected[e]);
    }
    for (unsigned i = 0; i < FB_M; i++) {
        for (unsigned j = 0; j < FB_M; j++) {
            mc_word a[FB_WORDS], b[FB_WORDS], c[2 * FB_WORDS];
            memset(c, 0xa5, sizeof c);
            set_power(a, FB_WORDS, i);
            set_power(b, FB_WORDS, j);
            mul(c, a, b);
            if (!words_equal_poly(c, words, &expected[i + j]))
                fail(member, "product of powers of z");
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

int main(void)
{
#define CHECK_SQR(f)        check_sqr(#f, FB(f), 2 * FB_WORDS);
#define CHECK_SQR_REDUCE(f) check_sqr(#f, FB(f), FB_WORDS);
#define CHECK_MUL(f)        check_mul(#f, FB(f), 2 * FB_WORDS);
#define CHECK_MUL_REDUCE(f) check_mul(#f, FB(f), FB_WORDS);
#define CHECK_REDUCE(f)     check_reduce(#f, FB(f));
#define CHECK_INV(f)        check_inv(#f, FB(f));
    MC_SQR_MEMBERS(CHECK_SQR)
    MC_SQR_REDUCE_MEMBERS(CHECK_SQR_REDUCE)
    MC_MUL_MEMBERS(CHECK_MUL)
    MC_MUL_REDUCE_MEMBERS(CHECK_MUL_REDUCE)
    MC_REDUCE_MEMBERS(CHECK_REDUCE)
    MC_INV_MEMBERS(CHECK_INV)
    return finish("basis");
}
