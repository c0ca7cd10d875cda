/* Arithmetic on 24 words by AVX-512: products in digits of 52 bits, eight of which lie in a vector, so that 30 digits
 * lie in four.
 *
 * Row i of a product changes T to (T + a b_i + q N) / 2^52 with a q that makes this whole. In the first 28 rows N is
 * n (-1 / n mod 2^52), which is -1 mod 2^52: then q is the lowest digit of T + a b_i itself, nothing waits for a
 * product that finds it, and
 *
 *     (T + a b_i + q N) / 2^52 = (T + a b_i - q) / 2^52 + q M    with M = (N + 1) / 2^52, modulus->multiple.
 *
 * Such rows leave a number that is 52 bits too long. The last two take N = n and divide by 2^52 and by 2^28, 1,536 bits
 * in all. With Q_1 < 2^1456 of the first rows and Q_2 < 2^80 of the last the result is
 *
 *     (a b + Q_1 N + Q_2 2^1456 n) / R < n (n / R + 2^-28 + 1) < 2 n    for n < R (1 - 2^-28).
 *
 * Digits take sums without carries: four halves of products in each of 30 rows, and a carry below 2^12: less than
 * 121 2^52 < 2^59. The carry of the lowest digit goes on with each row. */
#include <string.h>

#include <immintrin.h>

#include "pairing/host/montgomery_24.h"
#include "word/word.h"

#define IFMA __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vbmi,avx512vbmi2,bmi2")))

#define DIGIT_BITS 52
#define VECTORS    4 /* of 8 digits */
#define OF_WORDS   3 /* vectors of 8 words */
#define SHORT_ROW  28
#define LONG_ROWS  29
#define QUICK_ROWS 28
#define EACH(v)    for (unsigned v = 0; v < VECTORS; v++)
#define EACH_WORD  for (unsigned v = 0; v < OF_WORDS; v++)
#ifdef __clang__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 4")
#endif

typedef __m512i wide;

MC_INLINE IFMA wide low(wide sum, wide a, wide b)
{
    return _mm512_madd52lo_epu64(sum, a, b);
}

MC_INLINE IFMA wide high(wide sum, wide a, wide b)
{
    return _mm512_madd52hi_epu64(sum, a, b);
}

MC_INLINE IFMA wide all(uint64_t value)
{
    return _mm512_set1_epi64((long long)value);
}

MC_INLINE IFMA wide digit_mask(void)
{
    return all(((uint64_t)1 << DIGIT_BITS) - 1);
}

/* The digits of 24 words. Digit j of a vector begins at bit 52 j: in byte 13 j / 2, four bits up where j is odd. */
MC_INLINE IFMA void to_digits(wide *digits, const uint64_t *x)
{
    static const _Alignas(64)
        uint8_t places[64] = {0,  1,  2,  3,  4,  5,  6,  7,  6,  7,  8,  9,  10, 11, 12, 13, 13, 14, 15, 16, 17, 18,
                              19, 20, 19, 20, 21, 22, 23, 24, 25, 26, 26, 27, 28, 29, 30, 31, 32, 33, 32, 33, 34, 35,
                              36, 37, 38, 39, 39, 40, 41, 42, 43, 44, 45, 46, 45, 46, 47, 48, 49, 50, 51, 52};
    const wide shifts = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0), at = _mm512_load_si512(places);
    const uint8_t *bytes = (const uint8_t *)x;
    UNROLLED
    EACH(v)
    {
        const wide read = v < 3 ? _mm512_loadu_si512(bytes + 52 * v)
                                : _mm512_maskz_loadu_epi8(((uint64_t)1 << 36) - 1, bytes + 156); /* 192 bytes */
        digits[v] = _mm512_and_si512(_mm512_srlv_epi64(_mm512_permutexvar_epi8(at, read), shifts), digit_mask());
    }
}

/* up[j] = digits[j - 1]. */
MC_INLINE IFMA void one_higher(wide *up, const wide *digits)
{
    UNROLLED
    EACH(v) up[v] = _mm512_alignr_epi64(digits[v], v > 0 ? digits[v - 1] : _mm512_setzero_si512(), 7);
}

/* down[j] = digits[j + 1]. */
MC_INLINE IFMA void one_lower(wide *down, const wide *digits)
{
    UNROLLED
    EACH(v) down[v] = _mm512_alignr_epi64(v < 3 ? digits[v + 1] : _mm512_setzero_si512(), digits[v], 1);
}

/* All digits below 2^52, by two passes: after the first, carries are 0 or 1, and an addition of bits finds where they
 * end: `full` digits pass them on. The sum is below 2^(52 32). */
MC_INLINE IFMA void pass_carries(wide *t)
{
    wide carries[VECTORS];
    uint32_t more = 0, full = 0;
    UNROLLED
    EACH(v)
    {
        carries[v] = _mm512_srli_epi64(t[v], DIGIT_BITS);
        t[v] = _mm512_and_si512(t[v], digit_mask());
    }
    one_higher(carries, (const wide[]){carries[0], carries[1], carries[2], carries[3]});
    UNROLLED
    EACH(v)
    {
        t[v] = _mm512_add_epi64(t[v], carries[v]);
        more |= (uint32_t)_mm512_cmpgt_epu64_mask(t[v], digit_mask()) << 8 * v;
        full |= (uint32_t)_mm512_cmpeq_epu64_mask(t[v], digit_mask()) << 8 * v;
    }
    const uint32_t plus_one = (2 * more + full) ^ full;
    UNROLLED
    EACH(v)
    {
        t[v] = _mm512_mask_add_epi64(t[v], (__mmask8)(plus_one >> 8 * v), t[v], all(1));
        t[v] = _mm512_and_si512(t[v], digit_mask());
    }
}

/* r = s - modulus, s of 24 words and a bit `top` above them: below twice the modulus; s if that is negative. */
MC_INLINE IFMA void reduce_once(uint64_t *r, const wide *s, uint32_t top, const mc_modulus_24 *m)
{
    wide difference[OF_WORDS];
    uint32_t less = 0, equal = 0;
    UNROLLED
    EACH_WORD
    {
        const wide n = _mm512_loadu_si512(m->n + 8 * v);
        difference[v] = _mm512_sub_epi64(s[v], n);
        less |= (uint32_t)_mm512_cmplt_epu64_mask(s[v], n) << 8 * v;
        equal |= (uint32_t)_mm512_cmpeq_epu64_mask(s[v], n) << 8 * v;
    }
    const uint32_t borrows = (2 * less + equal) ^ equal; /* bit 24: out of the highest word */
    const __mmask8 keep = (__mmask8)(0 - (borrows >> 24 & 1 & ~top));
    UNROLLED
    EACH_WORD
    {
        difference[v] = _mm512_mask_sub_epi64(difference[v], (__mmask8)(borrows >> 8 * v), difference[v], all(1));
        _mm512_storeu_si512(r + 8 * v, _mm512_mask_mov_epi64(difference[v], keep, s[v]));
    }
}

/* Byte i of the vector: byte `from` + i of the number whose digits lie in two vectors, 52 bytes in each, 64 places
 * apart. */
#define BYTE(i)  (uint8_t)((i) < 52 ? PLACE(i) : 64 + PLACE((i) - 52))
#define PLACE(i) (((i) / 13) * 16 + (i) % 13)
#define EIGHT(i) BYTE(i), BYTE(i + 1), BYTE(i + 2), BYTE(i + 3), BYTE(i + 4), BYTE(i + 5), BYTE(i + 6), BYTE(i + 7)
#define VECTOR(i)                                                                                                      \
    {EIGHT(i), EIGHT(i + 8), EIGHT(i + 16), EIGHT(i + 24), EIGHT(i + 32), EIGHT(i + 40), EIGHT(i + 48), EIGHT(i + 56)}

/* words = t / 2^28, 24 words and the bit above them, of digits below 2^52. Two digits become 13 bytes; bytes of two
 * vectors then become words that begin at byte 3, and words at byte 11, whose four lowest bits complete them. */
MC_INLINE IFMA uint32_t to_words(wide *words, const wide *t)
{
    static const _Alignas(64)
        uint8_t at[2][OF_WORDS][64] = {{VECTOR(3), VECTOR(15), VECTOR(27)}, {VECTOR(11), VECTOR(23), VECTOR(35)}};
    const wide shifts = _mm512_set_epi64(12, 0, 12, 0, 12, 0, 12, 0);
    wide bytes[VECTORS];
    UNROLLED
    EACH(v)
    {
        const wide of_odd = _mm512_shuffle_epi32(_mm512_slli_epi64(t[v], DIGIT_BITS), _MM_PERM_BADC);
        bytes[v] = _mm512_mask_or_epi64(_mm512_srlv_epi64(t[v], shifts), 0x55, t[v], of_odd);
    }
    UNROLLED
    EACH_WORD
    {
        const wide begin = _mm512_permutex2var_epi8(bytes[v], _mm512_load_si512(at[0][v]), bytes[v + 1]);
        const wide rest = _mm512_permutex2var_epi8(bytes[v], _mm512_load_si512(at[1][v]), bytes[v + 1]);
        words[v] = _mm512_shrdi_epi64(begin, rest, 4);
    }
    /* bit 1564 = 52 30 + 4 */
    return (uint32_t)_mm512_test_epi64_mask(t[3], all(16)) >> 6 & 1;
}

/* A row whose q is at hand: s = T + a b_i becomes the next, with the product by the next digit of b. The q after it is
 * known before all of s is: no upper half of a product belongs to digit 0. */
MC_INLINE IFMA void quick_row(wide *s, wide *q, const wide *a, const wide *a_up, wide b, const wide *n,
                              const wide *n_up)
{
    const wide carry = _mm512_maskz_srli_epi64(1, s[0], DIGIT_BITS), this = *q;
    wide down[VECTORS];
    one_lower(down, s);
    down[0] = _mm512_add_epi64(down[0], carry);
    UNROLLED
    EACH(v)
    {
        wide sum = high(low(_mm512_setzero_si512(), a[v], b), a_up[v], b);
        sum = low(sum, n[v], this);
        if (v == 0) {
            down[0] = _mm512_add_epi64(down[0], sum);
            *q = _mm512_broadcastq_epi64(_mm512_castsi512_si128(down[0]));
            s[0] = _mm512_add_epi64(down[0], high(_mm512_setzero_si512(), n_up[0], this));
        } else {
            s[v] = _mm512_add_epi64(_mm512_add_epi64(sum, high(_mm512_setzero_si512(), n_up[v], this)), down[v]);
        }
    }
}

/* s = (s + q n) / 2^52 without the division, q below 2^`bits`. */
MC_INLINE IFMA void cancel(wide *s, const mc_modulus_24 *m, unsigned bits)
{
    const wide digit = _mm512_broadcastq_epi64(_mm512_castsi512_si128(s[0]));
    wide n[VECTORS], n_up[VECTORS], q = low(_mm512_setzero_si512(), digit, all(m->minus_inverse));
    q = _mm512_and_si512(q, all(((uint64_t)1 << bits) - 1));
    UNROLLED
    EACH(v) n[v] = _mm512_load_si512(m->digits + 8 * v);
    one_higher(n_up, n);
    UNROLLED
    EACH(v) s[v] = high(low(s[v], n[v], q), n_up[v], q);
}

MC_INLINE IFMA void divide_and_add(wide *s, const wide *a, const wide *a_up, wide b)
{
    const wide carry = _mm512_maskz_srli_epi64(1, s[0], DIGIT_BITS);
    one_lower(s, (const wide[]){s[0], s[1], s[2], s[3]});
    s[0] = _mm512_add_epi64(s[0], carry);
    UNROLLED
    EACH(v) s[v] = high(low(s[v], a[v], b), a_up[v], b);
}

IFMA void mc_montgomery_mul_24_ifma(uint64_t *r, const uint64_t *a, const uint64_t *b, const mc_modulus_24 *m)
{
    wide a_digits[VECTORS], a_up[VECTORS], n[VECTORS], n_up[VECTORS], s[VECTORS], words[OF_WORDS];
    _Alignas(64) uint64_t b_digits[8 * VECTORS];
    to_digits((wide *)b_digits, b);
    to_digits(a_digits, a);
    one_higher(a_up, a_digits);
    UNROLLED
    EACH(v)
    {
        n[v] = _mm512_load_si512(m->multiple + 8 * v);
        n_up[v] = _mm512_load_si512(m->multiple_one_higher + 8 * v);
        s[v] = high(low(_mm512_setzero_si512(), a_digits[v], all(b_digits[0])), a_up[v], all(b_digits[0]));
    }
    wide q = _mm512_broadcastq_epi64(_mm512_castsi512_si128(s[0]));
    for (unsigned i = 1; i <= QUICK_ROWS; i++)
        quick_row(s, &q, a_digits, a_up, all(b_digits[i]), n, n_up);
    cancel(s, m, DIGIT_BITS);
    divide_and_add(s, a_digits, a_up, all(b_digits[LONG_ROWS]));
    cancel(s, m, SHORT_ROW);
    memset(b_digits, 0, sizeof b_digits);
    __asm__ volatile("" : : "r"(b_digits) : "memory");
    pass_carries(s);
    const uint32_t top = to_words(words, s);
    reduce_once(r, words, top, m);
}

IFMA void mc_montgomery_sqr_24_ifma(uint64_t *r, const uint64_t *a, const mc_modulus_24 *m)
{
    mc_montgomery_mul_24_ifma(r, a, a, m);
}
