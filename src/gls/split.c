/* Halves of scalars: k = k0 + k1 mu modulo r with k0 = k - d s - c t and k1 = d t - c s, for s^2 + t^2 = r and
 * s = t mu modulo r (Galbraith, Lin, Scott 2009; this lattice, Pornin 2023).
 *
 * Both halves shall be odd, so that they are sums of digits +-1 and +-3 in base 4. As s is even and t odd, k0 is odd if
 * c + k is, and k1 if d is. So d = 2 floor(k s / 2^254) + 1, and with p the lowest bit of k,
 * c = 2 floor((k t + p 2^253) / 2^254) + 1 - p.
 *
 * Bounds. c and d are off from k t / 2^253 and k s / 2^253 by at most 1, and these from k t / r and k s / r by at most
 * k t (r - 2^253) / (2^253 r), which is below 0.985 for k < 2^254, as r - 2^253 < 0.986 2^126 and t < 1.0001 2^126. So
 * |k0| and |k1| are at most 1.985 (s + t), and s + t = 2^127 - 1: both are below 2^128 in size.
 *
 * The rounding of c for odd k keeps the proof short; results are right without it. With A = k s / 2^253 - d, from -1 to
 * 1, and B = k t / 2^253 - c, which is then from 0 to 2, k0 = A s + B t - k (r - 2^253) / 2^253 and k1 = B s - A t. The
 * last term of k0 is from 0 to 1.98 2^126, so that -3 2^126 < k0 < s + 2 t and -t < k1 < t + 2 s: below 2^128 in size.
 *
 * The digits d[i] are (k_i + 2^128 - 1)/2, from 0 to 2^128 - 1, and known modulo 2^128:
 *
 *   d[0] = floor(k/2) - (d - 1)/2 s - floor(c/2) t - (p ? s/2 : (s + t + 1)/2) + 2^127
 *   d[1] = (d - 1)/2 t - floor(c/2) s + (t - 1)/2 - (p ? 0 : s/2) + 2^127 */
#include "gls/gls.h"
#include "word/add_product.h"

#define PRODUCT_WORDS (GLS_SCALAR_WORDS + GLS_HALF_WORDS)

/* r -= a */
static void subtract(mc_word *r, const mc_word *a)
{
    mc_word borrow = 0;
    for (uint8_t i = 0; i < GLS_HALF_WORDS; i++) {
        const mc_dword t = (mc_dword)r[i] - a[i] - borrow;
        r[i] = (mc_word)t;
        borrow = (mc_word)(t >> MC_WORD_BITS) & 1;
    }
}

/* r = floor((k b + p 2^253) / 2^254), for p of 0 or 1. */
static void quotient(mc_word *r, const mc_word *k, const MC_FLASH mc_word *b, mc_word p)
{
    mc_word product[PRODUCT_WORDS] = {0};
    product[253 / MC_WORD_BITS] = (mc_word)(p << 253 % MC_WORD_BITS);
    mc_add_product(product, PRODUCT_WORDS, k, GLS_SCALAR_WORDS, b, GLS_HALF_WORDS);
    const mc_word *from = product + 254 / MC_WORD_BITS;
    for (uint8_t i = 0; i < GLS_HALF_WORDS; i++) {
        mc_word above = 254 / MC_WORD_BITS + i + 1 < PRODUCT_WORDS ? from[i + 1] : 0;
        r[i] = (mc_word)(from[i] >> 254 % MC_WORD_BITS | (mc_word)(above << (MC_WORD_BITS - 254 % MC_WORD_BITS)));
    }
    mc_wipe(product, sizeof product);
}

void EC(gls_split)(mc_word (*d)[GLS_HALF_WORDS], const mc_word *k)
{
    static const MC_FLASH mc_word s[] = GLS_S, t[] = GLS_T, half_s[] = GLS_HALF_S, half_t[] = GLS_HALF_T;
    const mc_word top = (mc_word)1 << (MC_WORD_BITS - 1), odd = mc_word_mask_nonzero(k[0] & 1), even = (mc_word)~odd;
    mc_word qs[GLS_HALF_WORDS], qt[GLS_HALF_WORDS], less[2][GLS_HALF_WORDS];
    quotient(qs, k, s, 0);
    quotient(qt, k, t, k[0] & 1);
    for (uint8_t i = 0; i < GLS_HALF_WORDS; i++) {
        const mc_word above = i + 1 < GLS_SCALAR_WORDS ? k[i + 1] : 0;
        d[0][i] = (mc_word)(k[i] >> 1 | (mc_word)(above << (MC_WORD_BITS - 1)));
        d[1][i] = half_t[i];
        less[0][i] = half_s[i] & odd;
        less[1][i] = half_s[i] & even;
    }
    less[0][GLS_HALF_WORDS - 1] ^= even & top >> 1; /* (s + t + 1)/2 = 2^126 */
    mc_add_product(less[0], GLS_HALF_WORDS, qs, GLS_HALF_WORDS, s, GLS_HALF_WORDS);
    mc_add_product(less[0], GLS_HALF_WORDS, qt, GLS_HALF_WORDS, t, GLS_HALF_WORDS);
    subtract(d[0], less[0]);
    mc_add_product(d[1], GLS_HALF_WORDS, qs, GLS_HALF_WORDS, t, GLS_HALF_WORDS);
    mc_add_product(less[1], GLS_HALF_WORDS, qt, GLS_HALF_WORDS, s, GLS_HALF_WORDS);
    subtract(d[1], less[1]);
    for (uint8_t i = 0; i < 2; i++)
        d[i][GLS_HALF_WORDS - 1] ^= top;
    mc_wipe(qs, sizeof qs);
    mc_wipe(qt, sizeof qt);
    mc_wipe(less, sizeof less);
}

mc_word EC(gls_mask_below_order)(const mc_word *k)
{
    static const MC_FLASH mc_word order[] = GLS_ORDER;
    mc_word borrow = 0;
    for (uint8_t i = 0; i < GLS_SCALAR_WORDS; i++)
        borrow = (mc_word)(((mc_dword)k[i] - order[i] - borrow) >> MC_WORD_BITS) & 1;
    return mc_word_mask_nonzero(borrow);
}
