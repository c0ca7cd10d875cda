#include "scalar/scalar.h"

void EC(joint_table_var)(EC(affine) *table, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
{
    EC(affine) sums[2];
    EC(affine_generator)(&table[2], curve);
    EC(affine_negate)(&sums[0], q);
    sums[1] = *q;
    table[0] = *q;
#if FIELD_HAS_EDWARDS_CURVES
    for (uint8_t i = 0; i < 2; i++)
        EC(affine_add_var)(&sums[i], &sums[i], &table[2], curve);
#else
    mc_word scratch[4][EC_WORDS];
    EC(affine_add_each_var)(sums, 2, &table[2], scratch, curve);
#endif
    table[1] = sums[0];
    table[3] = sums[1];
}
