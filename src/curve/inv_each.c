#include "curve/curve.h"

/* prefixes[i] is the product of the values up to i; the inverse of the whole product, multiplied by the values
 * from the end, gives each single inverse (Montgomery 1987): 3 (count - 1) M + I. */
void EC(inv_each_var)(mc_word (*values)[EC_WORDS], mc_word (*prefixes)[EC_WORDS], uint8_t count)
{
    mc_word inverse[EC_WORDS];
    field_copy(prefixes[0], values[0]);
    for (uint8_t i = 1; i < count; i++)
        field_mul(prefixes[i], prefixes[i - 1], values[i]);
    field_inv_var(inverse, prefixes[count - 1]);
    for (uint8_t i = (uint8_t)(count - 1); i > 0; i--) {
#if !FIELD_IS_PRIME && MC_WORD_BITS <= 16 /* kernels make one table for both products, which is worth three copies */
        mc_word pair[2 * EC_WORDS];
        field_copy(pair, prefixes[i - 1]);
        field_copy(pair + EC_WORDS, values[i]);
        fb_mul_each(pair, pair, inverse, 2);
        field_copy(values[i], pair);
        field_copy(inverse, pair + EC_WORDS);
#else
        field_mul(prefixes[i], prefixes[i - 1], inverse);
        field_mul(inverse, inverse, values[i]);
        field_copy(values[i], prefixes[i]);
#endif
    }
    field_copy(values[0], inverse);
}
