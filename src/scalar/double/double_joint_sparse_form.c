/*---
name: joint-sparse-form
family: scalar-mult-double
summary: joint sparse form of both scalars, table of q, G - q, G, G + q: half of the columns are 0
source: Solinas 2001; hankerson2004 Algorithm 3.48 with digits of Algorithm 3.50
domain: any curve, any q, 0 <= k, l < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 8 * n * W
---*/
#include "scalar/scalar.h"

mc_status EC(scalar_mult_double_joint_sparse_form_var)(EC(affine) *r, const mc_word *k, const mc_word *l,
                                                       const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    if (EC(scalar_status)(k) != MC_OK || EC(scalar_status)(l) != MC_OK) {
        EC(affine_set_infinity)(r);
        return MC_ERROR_SCALAR_RANGE;
    }
    EC(affine) table[JOINT_TABLE_POINTS];
    int8_t digits_of_k[JOINT_DIGITS], digits_of_l[JOINT_DIGITS];
    EC(joint_table_var)(table, q, curve);
    uint16_t length = EC(recode_joint_sparse_form_var)(digits_of_k, digits_of_l, k, l);
    const uint16_t top = length;
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    while (length--) {
        if (length + 1 < top)
            ec_double(&sum, &sum, curve);
        const int8_t column = (int8_t)(3 * digits_of_k[length] + digits_of_l[length]);
        if (column)
            EC(add_signed_var)(&sum, &table[(column < 0 ? -column : column) - 1], column < 0, curve);
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}
