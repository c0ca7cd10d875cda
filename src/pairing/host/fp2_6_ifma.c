/* Sums of up to three products in F_p2 by AVX-512 IFMA: an element of F_p is one vector of eight digits of 52 bits.
 * With
 *
 *     c0 = (sum of a0 b0 - a1 b1, plus 4 n^2) / R,  c1 = (sum of a0 b1 + a1 b0) / R
 *
 * each coefficient takes one reduction, however many products it is the sum of (Longa 2023). Row i adds a times digit i
 * of b, and q n with the q that makes the lowest digit 0, and divides by 2^52; the last row, of 20 bits, leaves the
 * number 2^20 times too large. With n < R / 8 both are below 2 n before the subtraction at the end: c0 < (7 n / R + 1)
 * n.
 *
 * Digits take sums without carries. Those of 4 n^2 begin 2^58 above it, so that no digit of c0 is negative when it is
 * looked at: a column of three products a1 b1 is at most 48 halves of products, below 2^58. Digits 8 to 14 of 4 n^2
 * come when they have a place, after seven rows; what lies there before that may be negative. */
#include <string.h>

#include <immintrin.h>

#include "pairing/host/fp2_6_ifma.h"
#include "word/word.h"

#define IFMA __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vbmi,avx512vbmi2,bmi2")))

#define DIGIT_BITS  52
#define DIGITS      8
#define LAST_BITS   20 /* 384 = 7 52 + 20 */
#define TERMS       3
#define OF_SIX      0x3f
#define BITS(count) (((uint64_t)1 << (count)) - 1)

#ifdef __clang__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED _Pragma("GCC unroll 8")
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

MC_INLINE IFMA wide zero(void)
{
    return _mm512_setzero_si512();
}

/* The digits of 6 words. Digit j begins at bit 52 j: in byte 13 j / 2, four bits up where j is odd. */
MC_INLINE IFMA wide digits_of(const uint64_t *x)
{
    static const _Alignas(64)
        uint8_t places[64] = {0,  1,  2,  3,  4,  5,  6,  7,  6,  7,  8,  9,  10, 11, 12, 13, 13, 14, 15, 16, 17, 18,
                              19, 20, 19, 20, 21, 22, 23, 24, 25, 26, 26, 27, 28, 29, 30, 31, 32, 33, 32, 33, 34, 35,
                              36, 37, 38, 39, 39, 40, 41, 42, 43, 44, 45, 46, 45, 46, 47, 48, 49, 50, 51, 52};
    const wide shifts = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0), at = _mm512_load_si512(places);
    const wide read = _mm512_maskz_loadu_epi64(OF_SIX, x);
    return _mm512_and_si512(_mm512_srlv_epi64(_mm512_permutexvar_epi8(at, read), shifts), all(BITS(DIGIT_BITS)));
}

/* q with s + q n = 0 mod 2^bits. */
MC_INLINE IFMA wide quotient(wide s, const mc_prime_6 *p, unsigned bits)
{
    const wide q = low(zero(), _mm512_broadcastq_epi64(_mm512_castsi512_si128(s)), all(p->minus_inverse));
    return bits < DIGIT_BITS ? _mm512_and_si512(q, all(BITS(bits))) : q;
}

/* (s + q n) / 2^52 + more. The lowest digit of s + q n is 0 or 2^52, as that of s is 0 or not, so that its carry waits
 * for no q. */
MC_INLINE IFMA wide next_row(wide s, const mc_prime_6 *p, wide q, wide more)
{
    const wide carry = _mm512_maskz_srli_epi64(1, _mm512_add_epi64(s, all(BITS(DIGIT_BITS))), DIGIT_BITS);
    const wide down = _mm512_add_epi64(_mm512_alignr_epi64(zero(), s, 1), carry);
    const wide n = _mm512_load_si512(p->digits), n_down = _mm512_alignr_epi64(zero(), n, 1);
    return _mm512_add_epi64(low(_mm512_add_epi64(down, more), n_down, q), high(zero(), n, q));
}

/* s + q n + 2^52 of_above. */
MC_INLINE IFMA wide last_row(wide s, wide n, wide q, wide of_above)
{
    const wide above = high(of_above, n, q);
    return _mm512_add_epi64(low(s, n, q), _mm512_alignr_epi64(above, zero(), 7));
}

/* All digits below 2^52: after the first pass carries are 0 or 1, and an addition of bits finds where they end, since
 * `full` digits pass them on. */
MC_INLINE IFMA wide pass_carries(wide t)
{
    const wide mask = all(BITS(DIGIT_BITS)), carries = _mm512_srli_epi64(t, DIGIT_BITS);
    t = _mm512_add_epi64(_mm512_and_si512(t, mask), _mm512_alignr_epi64(carries, zero(), 7));
    const unsigned more = _mm512_cmpgt_epu64_mask(t, mask), full = _mm512_cmpeq_epu64_mask(t, mask);
    t = _mm512_mask_add_epi64(t, (__mmask8)((2 * more + full) ^ full), t, all(1));
    return _mm512_and_si512(t, mask);
}

/* The words of t / 2^20, of digits below 2^52. Two digits become 13 bytes of 16, the others 0; bytes then become words
 * that begin at byte 2, and words at byte 10, whose four lowest bits complete them. */
#define PLACE(i) (uint8_t)((i) < 52 ? (i) / 13 * 16 + (i) % 13 : 15)
#define EIGHT(i)                                                                                                       \
    PLACE(i), PLACE(i + 1), PLACE(i + 2), PLACE(i + 3), PLACE(i + 4), PLACE(i + 5), PLACE(i + 6), PLACE(i + 7)
#define SIX_FROM(i)                                                                                                    \
    {EIGHT(i), EIGHT(i + 8), EIGHT(i + 16), EIGHT(i + 24), EIGHT(i + 32), EIGHT(i + 40), EIGHT(52), EIGHT(52)}

MC_INLINE IFMA wide to_words(wide t)
{
    static const _Alignas(64) uint8_t at[2][64] = {SIX_FROM(2), SIX_FROM(10)};
    const wide shifts = _mm512_set_epi64(12, 0, 12, 0, 12, 0, 12, 0);
    const wide of_odd = _mm512_shuffle_epi32(_mm512_slli_epi64(t, DIGIT_BITS), _MM_PERM_BADC);
    const wide bytes = _mm512_mask_or_epi64(_mm512_srlv_epi64(t, shifts), 0x55, t, of_odd);
    const wide begin = _mm512_permutexvar_epi8(_mm512_load_si512(at[0]), bytes);
    const wide rest = _mm512_permutexvar_epi8(_mm512_load_si512(at[1]), bytes);
    return _mm512_shrdi_epi64(begin, rest, 4);
}

/* r = s - n, or s if that is negative. */
MC_INLINE IFMA void store_reduced(uint64_t *r, wide s, const mc_prime_6 *p)
{
    const wide n = _mm512_load_si512(p->n);
    const unsigned less = _mm512_cmplt_epu64_mask(s, n), equal = _mm512_cmpeq_epu64_mask(s, n) & OF_SIX;
    const unsigned borrows = (2 * less + equal) ^ equal; /* bit 6: out of the highest word */
    wide difference = _mm512_sub_epi64(s, n);
    difference = _mm512_mask_sub_epi64(difference, (__mmask8)borrows, difference, all(1));
    _mm512_mask_storeu_epi64(r, OF_SIX, _mm512_mask_mov_epi64(difference, (__mmask8)(0 - (borrows >> 6 & 1)), s));
}

/* Operands as digits: of `count` products the first factors in vectors, digits of the second ones one by one. */
typedef struct {
    wide a0[TERMS], a1[TERMS];
    _Alignas(64) uint64_t b0[TERMS][DIGITS], b1[TERMS][DIGITS];
} operands;

/* Products of a and digit i of b, added up, by one of the two halves: plus = a0 b0, minus = a1 b1, more = a0 b1 + a1
 * b0. */
#define ADD_PRODUCTS(half, i)                                                                                          \
    UNROLLED                                                                                                           \
    for (unsigned j = 0; j < count; j++) {                                                                             \
        plus = half(plus, in->a0[j], all(in->b0[j][i]));                                                               \
        minus = half(minus, in->a1[j], all(in->b1[j][i]));                                                             \
        more = half(half(more, in->a0[j], all(in->b1[j][i])), in->a1[j], all(in->b0[j][i]));                           \
    }

/* r = the sum of the products. */
MC_INLINE IFMA void add_up(uint64_t *r, const operands *in, unsigned count, const mc_prime_6 *p)
{
    const wide n = _mm512_load_si512(p->digits);
    wide plus = _mm512_load_si512(p->low), minus = zero(), more = zero();
    ADD_PRODUCTS(low, 0)
    wide s0 = _mm512_sub_epi64(plus, minus), s1 = more;
    UNROLLED
    for (unsigned i = 0; i + 1 < DIGITS; i++) {
        const wide q0 = quotient(s0, p, DIGIT_BITS), q1 = quotient(s1, p, DIGIT_BITS);
        plus = i + 2 == DIGITS ? _mm512_load_si512(p->high) : zero();
        minus = more = zero();
        ADD_PRODUCTS(high, i)
        ADD_PRODUCTS(low, i + 1)
        s0 = next_row(s0, p, q0, _mm512_sub_epi64(plus, minus));
        s1 = next_row(s1, p, q1, more);
    }
    plus = minus = more = zero();
    ADD_PRODUCTS(high, DIGITS - 1)
    s0 = last_row(s0, n, quotient(s0, p, LAST_BITS), _mm512_sub_epi64(plus, minus));
    s1 = last_row(s1, n, quotient(s1, p, LAST_BITS), more);
    store_reduced(r, to_words(pass_carries(s0)), p);
    store_reduced(r + 6, to_words(pass_carries(s1)), p);
}

MC_INLINE IFMA void load(operands *in, unsigned j, const uint64_t *a, const uint64_t *b)
{
    in->a0[j] = digits_of(a);
    in->a1[j] = digits_of(a + 6);
    _mm512_store_si512(in->b0[j], digits_of(b));
    _mm512_store_si512(in->b1[j], digits_of(b + 6));
}

/* As fp_wipe of fp/fp.h. */
MC_INLINE IFMA void wipe(operands *in)
{
    memset(in->b0, 0, sizeof in->b0);
    memset(in->b1, 0, sizeof in->b1);
    __asm__ volatile("" : : "r"(in) : "memory");
}

IFMA void mc_fp2_mul_6_ifma(uint64_t *r, const uint64_t *a, const uint64_t *b, const mc_prime_6 *p)
{
    operands in;
    load(&in, 0, a, b);
    add_up(r, &in, 1, p);
    wipe(&in);
}

IFMA void mc_fp2_mul_two_6_ifma(uint64_t *r, const uint64_t *a, const uint64_t *b, const uint64_t *c, const uint64_t *d,
                                const mc_prime_6 *p)
{
    operands in;
    load(&in, 0, a, b);
    load(&in, 1, c, d);
    add_up(r, &in, 2, p);
    wipe(&in);
}

IFMA void mc_fp2_mul_three_6_ifma(uint64_t *r, const uint64_t *const *a, const uint64_t *const *b, const mc_prime_6 *p)
{
    operands in;
    load(&in, 0, a[0], b[0]);
    load(&in, 1, a[1], b[1]);
    load(&in, 2, a[2], b[2]);
    add_up(r, &in, 3, p);
    wipe(&in);
}
