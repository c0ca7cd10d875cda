/* The bound product, square and squares in a row of a binary field against portable ones. Prints the detected level
 * of the processor, and how often the bound functions called a portable one; it is linked with
 * --wrap=mc_<field>_mul_reduce_composed, and likewise sqr_reduce_composed and sqr_times_composed. Exit status 1 if a
 * result differs. */
#include <stdio.h>
#include <string.h>

#include "fb/multiplication/carryless.h"

#define SAMPLES 200
#define SQUARES 5

static unsigned calls, failures;
static mc_word a[FB_WORDS], b[FB_WORDS], r[FB_WORDS], s[FB_WORDS];

#define REAL(name) MC_CONCATENATE(__real_, FB(name))
#define WRAP(name) MC_CONCATENATE(__wrap_, FB(name))

void REAL(mul_reduce_composed)(mc_word *, const mc_word *, const mc_word *);
void REAL(sqr_reduce_composed)(mc_word *, const mc_word *);
void REAL(sqr_times_composed)(mc_word *, const mc_word *, unsigned);
void WRAP(mul_reduce_composed)(mc_word *, const mc_word *, const mc_word *);
void WRAP(sqr_reduce_composed)(mc_word *, const mc_word *);
void WRAP(sqr_times_composed)(mc_word *, const mc_word *, unsigned);

void WRAP(mul_reduce_composed)(mc_word *result, const mc_word *x, const mc_word *y)
{
    calls++;
    REAL(mul_reduce_composed)(result, x, y);
}

void WRAP(sqr_reduce_composed)(mc_word *result, const mc_word *x)
{
    calls++;
    REAL(sqr_reduce_composed)(result, x);
}

void WRAP(sqr_times_composed)(mc_word *result, const mc_word *x, unsigned count)
{
    calls++;
    for (memcpy(result, x, sizeof a); count; count--)
        REAL(sqr_reduce_composed)(result, result);
}

static void compare(void)
{
    failures += memcmp(r, s, sizeof r) != 0;
}

static void fill(mc_word *x)
{
    static uint64_t state = 88172645463325252;
    for (unsigned i = 0; i < FB_WORDS; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        x[i] = state;
    }
    x[FB_WORDS - 1] &= ((mc_word)1 << FB_M % MC_WORD_BITS) - 1;
}

int main(void)
{
    for (unsigned i = 0; i < SAMPLES; i++) {
        fill(a);
        fill(b);
        fb_mul(r, a, b);
        REAL(mul_reduce_composed)(s, a, b);
        compare();
        fb_sqr(r, a);
        REAL(sqr_reduce_composed)(s, a);
        compare();
        fb_sqr_times(r, a, SQUARES);
        for (unsigned k = 1; k < SQUARES; k++)
            REAL(sqr_reduce_composed)(s, s);
        compare();
    }
    printf("%s; %u\n", MC_HAS_CARRYLESS(MC_SYSTEM_SAYS) ? "native" : "portable", calls);
    return failures != 0;
}
