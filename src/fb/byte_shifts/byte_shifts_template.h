/* Products by shifts of whole bytes, dahab2006 improvement III, over words of one type: included once for each type by
 * fb/byte_shifts/byte_shifts.h, which defines
 *
 *   BYTE_SHIFTS(f)                    names of this type's functions
 *   BYTE_SHIFTS_WORD                  the type, of BYTE_SHIFTS_BITS bits
 *   BYTE_SHIFTS(sum)(a, b)            a + b
 *   BYTE_SHIFTS(up)(word, below, k)   word z^k with the bits that come up from the word below; k = 1, 4, 8, a constant
 *   BYTE_SHIFTS(read)(a, k)           word k of an element a, padded with zeros
 *   BYTE_SHIFTS(byte)(word, i)        byte i of a word in memory, 0 the lowest
 *   BYTE_SHIFTS_UNROLL                before loops over words: unrolled where sums are to stay in registers
 *   BYTE_SHIFTS_PASS                  before loops over the bytes of a word
 *
 * Which rows of a table are read depends on a and b. */

#define BYTE_SHIFTS_COUNT(bits) (((bits) + BYTE_SHIFTS_BITS - 1) / BYTE_SHIFTS_BITS)
#define BYTE_SHIFTS_TOP         (BYTE_SHIFTS_BITS / 8 - 1) /* the highest byte of a word */
#define BYTE_SHIFTS_WORDS       BYTE_SHIFTS_COUNT(FB_M)
#define BYTE_SHIFTS_ROW         BYTE_SHIFTS_COUNT(FB_M + 3) /* words of u b, u of degree at most 3 */
/* Words of a sum: as many as rows reach, and as the product has in words of the library. */
#define BYTE_SHIFTS_RESULT (2 * FB_WORDS * MC_WORD_BITS / BYTE_SHIFTS_BITS)
#define BYTE_SHIFTS_SUM    (2 * BYTE_SHIFTS_WORDS > BYTE_SHIFTS_RESULT ? 2 * BYTE_SHIFTS_WORDS : BYTE_SHIFTS_RESULT)

/* sum = sum z^k */
MC_INLINE void BYTE_SHIFTS(shift)(BYTE_SHIFTS_WORD *sum, uint8_t k)
{
    BYTE_SHIFTS_UNROLL
    for (uint8_t j = 2 * BYTE_SHIFTS_WORDS; --j;)
        sum[j] = BYTE_SHIFTS(up)(sum[j], sum[j - 1], k);
    sum[0] = BYTE_SHIFTS(up)(sum[0], (BYTE_SHIFTS_WORD){0}, k);
}

/* The words of an element. */
MC_INLINE void BYTE_SHIFTS(load)(BYTE_SHIFTS_WORD *words, const mc_word *a)
{
    BYTE_SHIFTS_UNROLL
    for (uint8_t k = 0; k < BYTE_SHIFTS_WORDS; k++)
        words[k] = BYTE_SHIFTS(read)(a, k);
}

/* table[u] = u b for the 16 polynomials u of degree at most 3, column after column. */
MC_INLINE void BYTE_SHIFTS(make_table)(BYTE_SHIFTS_WORD (*table)[BYTE_SHIFTS_ROW], const BYTE_SHIFTS_WORD *b)
{
    BYTE_SHIFTS_WORD below1 = {0}, below2 = {0}, below4 = {0};
    BYTE_SHIFTS_UNROLL
    for (uint8_t j = 0; j < BYTE_SHIFTS_ROW; j++) {
        const BYTE_SHIFTS_WORD b1 = j < BYTE_SHIFTS_WORDS ? b[j] : (BYTE_SHIFTS_WORD){0};
        const BYTE_SHIFTS_WORD b2 = BYTE_SHIFTS(up)(b1, below1, 1), b3 = BYTE_SHIFTS(sum)(b2, b1);
        const BYTE_SHIFTS_WORD b4 = BYTE_SHIFTS(up)(b2, below2, 1), b8 = BYTE_SHIFTS(up)(b4, below4, 1);
        const BYTE_SHIFTS_WORD high[] = {(BYTE_SHIFTS_WORD){0}, b4, b8, BYTE_SHIFTS(sum)(b8, b4)};
        for (uint8_t i = 0; i < 4; i++) {
            table[4 * i][j] = high[i];
            table[4 * i + 1][j] = BYTE_SHIFTS(sum)(high[i], b1);
            table[4 * i + 2][j] = BYTE_SHIFTS(sum)(high[i], b2);
            table[4 * i + 3][j] = BYTE_SHIFTS(sum)(high[i], b3);
        }
        below1 = b1;
        below2 = b2;
        below4 = b4;
    }
}

/* sum += the rows of the nibbles of byte i of every word of a, upper ones or lower ones, the row of word k from word k
 * on. */
MC_INLINE void BYTE_SHIFTS(add_rows)(BYTE_SHIFTS_WORD *sum, const BYTE_SHIFTS_WORD (*table)[BYTE_SHIFTS_ROW],
                                     const BYTE_SHIFTS_WORD *a, uint8_t i, uint8_t is_upper)
{
    BYTE_SHIFTS_UNROLL
    for (uint8_t k = 0; k < BYTE_SHIFTS_WORDS; k++) {
        const uint8_t byte = BYTE_SHIFTS(byte)(&a[k], i);
        const BYTE_SHIFTS_WORD *row = table[is_upper ? byte >> 4 : byte & 15];
        _Pragma("GCC unroll 32") for (uint8_t j = 0; j < BYTE_SHIFTS_ROW; j++) sum[k + j] =
            BYTE_SHIFTS(sum)(sum[k + j], row[j]);
    }
}

/* c = a b, unreduced: a = a1 z^4 + a0 with the upper and the lower nibbles of its bytes. Each gives a sum that is
 * shifted by bytes alone; one after the other, or side by side. */
MC_INLINE void BYTE_SHIFTS(multiply)(mc_word *c, const mc_word *a, const mc_word *b, uint8_t is_parallel)
{
    BYTE_SHIFTS_WORD table[WINDOW4_ROWS][BYTE_SHIFTS_ROW], x[BYTE_SHIFTS_WORDS], y[BYTE_SHIFTS_WORDS];
    BYTE_SHIFTS_WORD upper[BYTE_SHIFTS_SUM] = {0}, lower[BYTE_SHIFTS_SUM] = {0};
    BYTE_SHIFTS(load)(x, a);
    BYTE_SHIFTS(load)(y, b);
    BYTE_SHIFTS(make_table)(table, y);
    BYTE_SHIFTS(add_rows)(upper, table, x, BYTE_SHIFTS_TOP, 1);
    if (is_parallel)
        BYTE_SHIFTS(add_rows)(lower, table, x, BYTE_SHIFTS_TOP, 0);
    BYTE_SHIFTS_PASS
    for (uint8_t i = BYTE_SHIFTS_TOP; i--;) {
        BYTE_SHIFTS(shift)(upper, 8);
        BYTE_SHIFTS(add_rows)(upper, table, x, i, 1);
        if (is_parallel) {
            BYTE_SHIFTS(shift)(lower, 8);
            BYTE_SHIFTS(add_rows)(lower, table, x, i, 0);
        }
    }
    if (!is_parallel) {
        BYTE_SHIFTS(add_rows)(lower, table, x, BYTE_SHIFTS_TOP, 0);
        BYTE_SHIFTS_PASS
        for (uint8_t i = BYTE_SHIFTS_TOP; i--;) {
            BYTE_SHIFTS(shift)(lower, 8);
            BYTE_SHIFTS(add_rows)(lower, table, x, i, 0);
        }
    }
    BYTE_SHIFTS(shift)(upper, 4);
    for (uint8_t j = 0; j < 2 * BYTE_SHIFTS_WORDS; j++)
        upper[j] = BYTE_SHIFTS(sum)(upper[j], lower[j]);
    memcpy(c, upper, 2 * FB_WORDS * sizeof *c);
}

/* c = a b modulo f, of degree at most 2m - 2, with the table of b (fb/fb.h): a byte of a is a digit, and there is one
 * sum. */
MC_INLINE void BYTE_SHIFTS(multiply_constant)(mc_word *c, const mc_word *a, const mc_word (*table)[FB_WORDS])
{
    BYTE_SHIFTS_WORD x[BYTE_SHIFTS_WORDS], sum[BYTE_SHIFTS_SUM] = {0};
    BYTE_SHIFTS(load)(x, a);
    for (uint8_t i = BYTE_SHIFTS_TOP;; i--) {
        BYTE_SHIFTS_UNROLL
        for (uint8_t k = 0; k < BYTE_SHIFTS_WORDS; k++) {
            const mc_word *row = table[BYTE_SHIFTS(byte)(&x[k], i)];
            _Pragma("GCC unroll 32") for (uint8_t j = 0; j < BYTE_SHIFTS_WORDS; j++) sum[k + j] =
                BYTE_SHIFTS(sum)(sum[k + j], BYTE_SHIFTS(read)(row, j));
        }
        if (i == 0)
            break;
        BYTE_SHIFTS(shift)(sum, 8);
    }
    memcpy(c, sum, 2 * FB_WORDS * sizeof *c);
}

#undef BYTE_SHIFTS_COUNT
#undef BYTE_SHIFTS_TOP
#undef BYTE_SHIFTS_WORDS
#undef BYTE_SHIFTS_ROW
#undef BYTE_SHIFTS_RESULT
#undef BYTE_SHIFTS_SUM
#undef BYTE_SHIFTS_WORD
#undef BYTE_SHIFTS_BITS
#undef BYTE_SHIFTS_UNROLL
#undef BYTE_SHIFTS_PASS
#undef BYTE_SHIFTS
