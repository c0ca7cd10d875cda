#include "fb/squaring/multi_sqr_bytes.h"

#if FB_HAS_MULTI_SQR_BYTES

#include MULTI_SQR_BYTES_DATA

/* Word w of the sums has the bytes 8w to 8w + 7 of the result, each in a word of its own, whose bytes are all equal.
 * The whole matrix is read. */
WIDE void FB(multi_sqr_bytes_vpclmul)(mc_word *r, const mc_word *a)
{
    const uint8_t *byte = (const uint8_t *)a;
    wide_vector sum[FB_WORDS];
    for (unsigned w = 0; w < FB_WORDS; w++)
        sum[w] = wide_zero();
    for (unsigned i = 0; i < FB_BYTES; i++) {
        const wide_vector bytes = wide_byte(byte[i]);
        const wide_vector *matrices = (const wide_vector *)multi_sqr_bytes_matrix[i];
        CARRYLESS_UNROLL
        for (unsigned w = 0; w < FB_WORDS; w++)
            sum[w] ^= wide_matrix_product(bytes, matrices[w]);
    }
    for (unsigned w = 0; w < FB_WORDS; w++)
        r[w] = wide_lowest_bytes(sum[w]);
}

/* As fb/inversion/inv_itoh_tsujii.c for a^(2^k - 1). From it come a^(2^(4k) - 1) and, since m is 4k + 1 or 4k + 3, the
 * inverse a^(2^m - 2). */
WIDE void FB(inv_multi_sqr_bytes_vpclmul)(mc_word *r, const mc_word *a)
{
    const wide_element first = wide_load_one(a);
    wide_element power = first;
    unsigned top = 1, k = 1;
    while (top <= FB_MULTI_SQR_BYTES_EXPONENT / 2)
        top *= 2;
    for (unsigned bit = top / 2; bit; bit /= 2) {
        power = wide_mul(wide_sqr_times(power, k), power);
        k *= 2;
        if (FB_MULTI_SQR_BYTES_EXPONENT & bit) {
            power = wide_mul(wide_sqr(power), first);
            k++;
        }
    }
    const wide_element quarter = power;
    mc_word t[FB_WORDS];
    for (; k < 4 * FB_MULTI_SQR_BYTES_EXPONENT; k += FB_MULTI_SQR_BYTES_EXPONENT) {
        wide_store_one(t, &power, 0);
        FB(multi_sqr_bytes_vpclmul)(t, t);
        power = wide_mul(wide_load_one(t), quarter);
    }
    for (; k < FB_M - 1; k++)
        power = wide_mul(wide_sqr(power), first);
    power = wide_sqr(power);
    wide_store_one(r, &power, 0);
    mc_wipe(t, sizeof t);
}

#endif
