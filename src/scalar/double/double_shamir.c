/*---
name: shamir
family: scalar-mult-double
summary: Shamir's trick: w bits of both scalars at a time, table of all sums i G + j q with i, j < 2^w
source: hankerson2004 Algorithm 3.48; Straus 1964
domain: any curve, any q, 0 <= k, l < 2^l
constant_time: no
windows: 1, 2
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: (2 ** (2 * w) - 1) * 2 * n * W
---*/
#include "scalar/scalar.h"

#define MULTIPLES                  (1 << MC_WINDOW)
#define DOUBLE_SHAMIR_TABLE_POINTS (MULTIPLES * MULTIPLES - 1)
#define DOUBLE_SHAMIR_WINDOWS      ((EC_SCALAR_BITS + MC_WINDOW - 1) / MC_WINDOW)

/* table[MULTIPLES i + j - 1] = i G + j q, by mixed additions and one inversion. */
MC_NOINLINE void double_shamir_make_table(EC(affine) *table, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    mc_word z[DOUBLE_SHAMIR_TABLE_POINTS][EC_WORDS], scratch[DOUBLE_SHAMIR_TABLE_POINTS][EC_WORDS];
    EC(affine) generator;
    ec_projective row, point;
    EC(affine_generator)(&generator, curve);
    EC(point_set_infinity)(&row);
    for (uint8_t i = 0; i < MULTIPLES; i++) {
        if (i)
            ec_add_mixed_var(&row, &row, &generator, curve);
        point = row;
        for (uint8_t j = 0; j < MULTIPLES; j++) {
            const uint8_t index = (uint8_t)(MULTIPLES * i + j);
            if (j)
                ec_add_mixed_var(&point, &point, q, curve);
            if (index)
                EC(point_split)(&table[index - 1], z[index - 1], &point);
        }
    }
    ec_to_affine_each_var(table, z, DOUBLE_SHAMIR_TABLE_POINTS, scratch);
}

/* The window's bits of k. */
static uint8_t digit(const mc_word *k, uint16_t window)
{
    uint8_t bits = 0;
    for (uint16_t i = (uint16_t)((window + 1) * MC_WINDOW); i-- > window * MC_WINDOW;)
        bits = (uint8_t)(bits << 1) | (i < EC_SCALAR_BITS ? EC(scalar_bit)(k, i) : 0);
    return bits;
}

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_double_shamir, MC_WINDOW),
                            _var))(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                   const MC_FLASH EC(curve) *curve)
{
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    EC(affine) table[DOUBLE_SHAMIR_TABLE_POINTS];
    double_shamir_make_table(table, q, curve);
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    uint8_t started = 0;
    for (uint16_t window = DOUBLE_SHAMIR_WINDOWS; window--;) {
        for (uint8_t i = 0; started && i < MC_WINDOW; i++)
            ec_double(&sum, &sum, curve);
        const uint8_t column = (uint8_t)(MULTIPLES * digit(k, window) + digit(l, window));
        if (column) {
            ec_add_mixed_var(&sum, &sum, &table[column - 1], curve);
            started = 1;
        }
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}
