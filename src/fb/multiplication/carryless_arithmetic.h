/* Products and squares by the processor's multiplication of polynomials, 64 by 64 bits.
 *
 * A template: CL(f) names its functions. They compute on as many elements side by side as CL(vector) has pairs of
 * words: on one in fb/multiplication/carryless.h, on four in fb/wide.h. The vectors, and the instructions on
 * them, are of native/<target>/carryless.h.
 *
 * Unreduced results are columns: column[k] has 128 bits of place value z^(64 k), so that products of words add up
 * without shifts. Columns overlap; a lane, words 2j and 2j + 1, is column 2j and a half of each of its neighbours. All
 * numbers but those of elements are constants, and loops unrolled. Constant time; nothing goes to memory that the
 * compiler can keep in registers. */

#ifndef CARRYLESS_LANES
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* of inner loops, before the outer one is unrolled */
#define CARRYLESS_UNROLL _Pragma("unroll")
#else
#define CARRYLESS_UNROLL _Pragma("GCC unroll 32")
#endif
#define CARRYLESS_LANES   ((FB_WORDS + 1) / 2)
#define CARRYLESS_COLUMNS (2 * FB_WORDS)
/* Whether to reduce by the quotient: it is shorter for trinomials, and where the bits of an element's last word are
 * few, so that folding leaves many for its second step. Lanes cannot be folded if f has a high second term. */
#define CARRYLESS_COUNT(k) +1
#ifndef CARRYLESS_BY_QUOTIENT
#define CARRYLESS_BY_QUOTIENT (FB_TERMS(CARRYLESS_COUNT) == 2 || CARRYLESS_REST_BITS <= 16 || FB_TOP_GAP < 128)
#endif
/* Words of a part, for elements of four words or more: 9, 15, 18, 28 and 36 products for 4, 5, 6, 7 and 9 words. */
#define CARRYLESS_PART (FB_WORDS == 4 || FB_WORDS == 7 ? 2 : 3)
/* Bits of a word that belong to an element's last word. */
#define CARRYLESS_REST_BITS (FB_M % 64)

/* Word w of z^up (f - z^m). */
MC_INLINE uint64_t carryless_fold_word(unsigned up, unsigned w)
{
    uint64_t word = 0;
#define CARRYLESS_TERM(k)                                                                                              \
    if ((up + (k)) / 64 == w)                                                                                          \
        word |= (uint64_t)1 << (up + (k)) % 64;
    FB_TERMS(CARRYLESS_TERM)
#undef CARRYLESS_TERM
    return word;
}
#endif

/* Multiplication by words, a pair's lower half each: n (n + 1) / 2 products, by Karatsuba's method for many parts
 * (Weimerskirch and Paar 2003): with p_i = a_i b_i, column k has the products (a_i + a_j) (b_i + b_j) of all i < j with
 * i + j = k, and p_i of all i for which there is a j = k - i. Sets 2n - 1 columns. */
CL_INLINE void CL(words)(CL(vector) * column, const CL(vector) * a, const CL(vector) * b, unsigned n)
{
    CL(vector) sum[FB_WORDS];
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < n; i++) {
        sum[i] = CL(product)(a[i], 0, b[i], 0);
        if (i)
            sum[i] ^= sum[i - 1];
    }
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < 2 * n - 1; k++) {
        column[k] = k < n ? sum[k] : sum[n - 1] ^ sum[k - n];
        CARRYLESS_UNROLL
        for (unsigned i = k < n ? 0 : k - n + 1; 2 * i < k; i++)
            column[k] ^= CL(product)(a[i] ^ a[k - i], 0, b[i] ^ b[k - i], 0);
    }
}

CL_INLINE void CL(add_columns)(CL(vector) * column, const CL(vector) * other, unsigned columns)
{
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < columns; k++)
        column[k] ^= other[k];
}

/* The same for parts of up to `size` words. */
CL_INLINE void CL(parts)(CL(vector) * column, const CL(vector) * a, const CL(vector) * b, unsigned n, unsigned size)
{
    const unsigned parts = (n + size - 1) / size;
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < 2 * n - 1; k++)
        column[k] = CL(zero)();
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < parts; i++) {
        CL(vector) product[2 * FB_WORDS];
        const unsigned words = (i + 1) * size > n ? n - i * size : size;
        CL(words)(product, a + i * size, b + i * size, words);
        CARRYLESS_UNROLL
        for (unsigned j = 0; j < parts; j++)
            CL(add_columns)(column + (i + j) * size, product, 2 * words - 1);
    }
    CARRYLESS_UNROLL
    for (unsigned j = 1; j < parts; j++) {
        CARRYLESS_UNROLL
        for (unsigned i = 0; i < j; i++) {
            CL(vector) product[2 * FB_WORDS], x[FB_WORDS], y[FB_WORDS];
            CARRYLESS_UNROLL
            for (unsigned w = 0; w < size; w++) {
                x[w] = a[i * size + w];
                y[w] = b[i * size + w];
                if (j * size + w < n) {
                    x[w] ^= a[j * size + w];
                    y[w] ^= b[j * size + w];
                }
            }
            CL(words)(product, x, y, size);
            CL(add_columns)(column + (i + j) * size, product, 2 * size - 1);
        }
    }
}

/* column = a b, of words in the lower halves; CARRYLESS_COLUMNS columns. */
CL_INLINE void CL(multiply)(CL(vector) * column, const CL(vector) * a, const CL(vector) * b)
{
    if (FB_WORDS < 4)
        CL(words)(column, a, b, FB_WORDS);
    else
        CL(parts)(column, a, b, FB_WORDS, CARRYLESS_PART);
    column[CARRYLESS_COLUMNS - 1] = CL(zero)();
}

/* column = a^2 for the lanes of a. */
CL_INLINE void CL(square)(CL(vector) * column, const CL(vector) * lane)
{
    CARRYLESS_UNROLL
    for (unsigned i = 0; i < FB_WORDS; i++) {
        column[2 * i] = CL(product)(lane[i / 2], i % 2, lane[i / 2], i % 2);
        column[2 * i + 1] = CL(zero)();
    }
}

/* The sum of all columns in words 2j and 2j + 1. */
CL_INLINE CL(vector) CL(lane)(const CL(vector) * column, unsigned j)
{
    const CL(vector) below = j ? column[2 * j - 1] : CL(zero)();
    return column[2 * j] ^ CL(middle)(below, column[2 * j + 1]);
}

/* Adds t z^up (f - z^m), for t of `bits` bits: it is congruent to t z^(m + up). Words of the constant with one bit
 * are multiplied by shifts. */
CL_INLINE void CL(fold)(CL(vector) * column, CL(vector) t, unsigned bits, unsigned up)
{
    CARRYLESS_UNROLL
    for (unsigned w = 0; w < 2 * FB_WORDS - 1; w++) {
        const uint64_t factor = carryless_fold_word(up, w);
        if (!factor)
            continue;
        if (factor & (factor - 1)) {
            const CL(vector) y = CL(constant)(factor, 0);
            column[w] ^= CL(product)(t, 0, y, 0);
            if (bits > 64)
                column[w + 1] ^= CL(product)(t, 1, y, 0);
        } else {
            const unsigned shift = (unsigned)__builtin_ctzll(factor);
            column[w] ^= t << shift;
            if (shift && bits + shift > 64)
                column[w + 1] ^= t >> (64 - shift);
        }
    }
}

/* The lanes of an element from the columns; their bits from z^m on are cut. */
CL_INLINE void CL(cut)(CL(vector) * lane, const CL(vector) * column)
{
    const uint64_t rest = ((uint64_t)1 << CARRYLESS_REST_BITS) - 1;
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < CARRYLESS_LANES; j++)
        lane[j] = CL(lane)(column, j);
    lane[CARRYLESS_LANES - 1] &= FB_WORDS % 2 ? CL(constant)(rest, 0) : CL(constant)(~(uint64_t)0, rest);
}

#if !CARRYLESS_BY_QUOTIENT

/* lane = the sum of the columns mod f, destroys them. From the top, lane after lane is folded, to places below it: f
 * has a gap of a lane. The last lane of an odd number of words is half an element's. */
CL_INLINE void CL(reduce)(CL(vector) * lane, CL(vector) * column)
{
    unsigned end = 2 * FB_M - 1; /* of the bits that are not folded */
    CARRYLESS_UNROLL
    for (unsigned j = FB_WORDS - 1; j >= FB_WORDS / 2; j--) {
        const unsigned is_half = 2 * j < FB_WORDS, low = 64 * (2 * j + is_half);
        CL(vector) t = CL(lane)(column, j);
        if (is_half) /* the upper half of what stays in the column is cut in the end */
            t = CL(middle)(t, CL(zero)());
        CL(fold)(column, t, end - low, low - FB_M);
        end = low;
    }
    const unsigned last = CARRYLESS_LANES - 1;
    CL(vector) t = CL(lane)(column, last);
    t = FB_WORDS % 2 ? CL(lower)(t) : CL(middle)(t, CL(zero)());
    CL(fold)(column, t >> CARRYLESS_REST_BITS, 64 - CARRYLESS_REST_BITS, 0);
    CL(cut)(lane, column);
}

#else

/* Words i and i + 1 of a sum. */
CL_INLINE CL(vector) CL(words_at)(const CL(vector) * lane, unsigned i)
{
    const CL(vector) low = i / 2 < FB_WORDS ? lane[i / 2] : CL(zero)(),
                     high = i / 2 + 1 < FB_WORDS ? lane[i / 2 + 1] : CL(zero)();
    return i % 2 ? CL(middle)(low, high) : low;
}

/* lane = the sum of the columns mod f, destroys them: with the quotient q of the sum by f, which is the sum of those by
 * z^(m + e) for the terms z^-e of z^m / f, sum + q f (Barrett 1986; fb/reduction/reduce_barrett.c). */
CL_INLINE void CL(reduce)(CL(vector) * lane, CL(vector) * column)
{
    CL(vector) sum[FB_WORDS], q[CARRYLESS_LANES];
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < FB_WORDS; j++)
        sum[j] = CL(lane)(column, j);
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < CARRYLESS_LANES; j++) {
        q[j] = CL(zero)();
#define CARRYLESS_QUOTIENT(e)                                                                                          \
    if (FB_M + (e) + 128 * j < 2 * FB_M - 1) {                                                                         \
        q[j] ^= CL(words_at)(sum, 2 * j + (FB_M + (e)) / 64) >> (FB_M + (e)) % 64;                                     \
        if ((FB_M + (e)) % 64)                                                                                         \
            q[j] ^= CL(words_at)(sum, 2 * j + (FB_M + (e)) / 64 + 1) << (64 - (FB_M + (e)) % 64) % 64;                 \
    }
        FB_QUOTIENT_TERMS(CARRYLESS_QUOTIENT)
#undef CARRYLESS_QUOTIENT
    }
    CARRYLESS_UNROLL
    for (unsigned k = 0; k < CARRYLESS_COLUMNS; k++)
        column[k] = k % 2 ? CL(zero)() : sum[k / 2];
    CARRYLESS_UNROLL
    for (unsigned j = 0; j < CARRYLESS_LANES; j++)
        CL(fold)(column + 2 * j, q[j], FB_M - 1 - 128 * j, 0);
    CL(cut)(lane, column);
}

#endif
