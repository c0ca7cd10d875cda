/* Several divisions by tau in one pass over the bytes of an element. One division makes of c - d tau
 *   c' = mu c/2 - d,   d' = c/2,
 * so that `places` of them are a matrix N of small integers, and a shift: (c, d) becomes N (c, d) / 2^places.
 *
 * Sums fit in 16 bits. Up to N for 8 places a row has |n0| + |n1| <= 23, and the addends are either one alpha_u or
 * those of a block of 8 places (scalar/tau/recode.c), for which |n0 add_c + n1 add_d| < 2^13. With a carry below 2^6
 * that is less than 23 255 + 2^13 + 2^6 < 2^15. (The tests compute both bounds for every window.) */
#include "scalar/tau/wtnaf.h"
#include "word/pace.h"

#if !FIELD_IS_PRIME && MC_WORD_BITS == 8

/* The matrix's row for one of the results: result = (of_c c + of_d d + sum) / 2^places. A product with
 * scale = 2^(8 - places) is a shift. */
MC_NOINLINE void tau_row(mc_word *result, const mc_word *c, const mc_word *d, uint8_t words, int8_t of_c, int8_t of_d,
                         int16_t sum, uint8_t scale)
{
    uint8_t c_byte = *c++, d_byte = *d++;
    sum += of_c * c_byte + of_d * d_byte;
    uint8_t below = (uint8_t)sum;
    while (--words) {
        sum >>= 8;
        c_byte = *c++;
        d_byte = *d++;
        sum += of_c * c_byte;
        sum += of_d * d_byte;
        const uint8_t upper = (uint8_t)((uint16_t)(below * scale) >> 8);
        below = (uint8_t)sum;
        *result++ = (uint8_t)(upper | (uint8_t)(below * scale));
    }
    sum >>= 8;
    sum -= of_c * mc_word_barrier(c_byte >> 7); /* above the top bytes are copies of their signs */
    sum -= of_d * mc_word_barrier(d_byte >> 7);
    *result = (uint8_t)((uint8_t)((uint16_t)(below * scale) >> 8) | (uint8_t)((uint8_t)sum * scale));
}

void EC(tau_divisor_of)(mc_tau_divisor *divisor, uint8_t places, int8_t mu)
{
    *divisor = (mc_tau_divisor){{1, 0}, {0, 1}, (uint8_t)(1 << (8 - places))};
    while (places--)
        for (uint8_t i = 0; i < 2; i++) { /* [[mu, -2], [1, 0]] N */
            const int8_t last = divisor->first[i];
            divisor->first[i] = (int8_t)((mu < 0 ? -last : last) - 2 * divisor->second[i]);
            divisor->second[i] = last;
        }
}

void EC(tau_divide_places)(mc_word **c, mc_word *d, mc_word **other, uint8_t words, const mc_tau_divisor *divisor,
                           int16_t add_c, int16_t add_d)
{
    mc_word *const result = *other, *const old = *c;
    const int8_t *row = divisor->first;
    tau_row(result, old, d, words, row[0], row[1], (int16_t)(row[0] * add_c + row[1] * add_d), divisor->scale);
    row = divisor->second;
    tau_row(d, old, d, words, row[0], row[1], (int16_t)(row[0] * add_c + row[1] * add_d), divisor->scale);
    *c = result;
    *other = old;
    mc_pace(1);
}

#endif
