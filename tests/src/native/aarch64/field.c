/* Products, squares and inverses by the members that a binary field binds. Elements are FB_WORDS words, the highest
 * byte first; the result replaces an operand. */
#include "questions.h"

#include "fb/fb.h"

static void read_element(mc_word *r, const question *q, unsigned i)
{
    if (q->count[i] != FB_WORDS * sizeof *r)
        refuse("an element of another size");
    memset(r, 0, FB_WORDS * sizeof *r);
    for (size_t j = 0; j < q->count[i]; j++)
        r[FB_WORDS - 1 - j / sizeof *r] |= (mc_word)q->octets[i][j] << 8 * (sizeof *r - 1 - j % sizeof *r);
}

static void answer_element(const mc_word *a)
{
    uint8_t octets[FB_WORDS * sizeof *a];
    for (size_t j = 0; j < sizeof octets; j++)
        octets[j] = (uint8_t)(a[FB_WORDS - 1 - j / sizeof *a] >> 8 * (sizeof *a - 1 - j % sizeof *a));
    answer(octets, sizeof octets);
}

int main(void)
{
    static question q;
    while (ask(&q)) {
        mc_word a[FB_WORDS], b[FB_WORDS];
        read_element(a, &q, 0);
        if (asks(&q, "mul")) {
            read_element(b, &q, 1);
            fb_mul(a, b, a);
        } else if (asks(&q, "sqr")) {
            fb_sqr(a, a);
        } else if (asks(&q, "sqr-times")) {
            fb_sqr_times(a, a, q.octets[1][0]);
        } else if (asks(&q, "inv")) {
            fb_inv(a, a);
        } else {
            refuse(q.word);
        }
        answer_element(a);
    }
    return 0;
}
