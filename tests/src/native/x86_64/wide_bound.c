/* The function to which four products are bound: prints how often the portable one was called, which here writes a
 * value that is not the product. Exit status 1 if the result is not the one of the called function. */
#include <stdio.h>
#include <string.h>

#include "fb/fb.h"

#define WORDS (4 * FB_WORDS)

static unsigned calls;

void FB(mul_four_composed)(mc_word *r, const mc_word *a, const mc_word *b)
{
    (void)a;
    (void)b;
    calls++;
    memset(r, 0xff, WORDS * sizeof *r);
}

int main(void)
{
    mc_word a[WORDS] = {0}, b[WORDS] = {0}, r[WORDS], other[WORDS];
    for (unsigned i = 0; i < WORDS; i += FB_WORDS) {
        a[i] = 1;
        b[i] = i + 2;
    }
    memset(other, 0xff, sizeof other);
    FB(mul_four_vpclmul)(r, a, b);
    printf("%u\n", calls);
    return memcmp(r, calls ? other : b, sizeof r) != 0;
}
