#include "scalar/scalar.h"

/* By mixed additions of 2 p and one common inversion. A multiple is infinity only where p has a small odd order. */
void EC(wnaf_table_var)(EC(affine) *table, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                        const MC_FLASH EC(curve) *curve)
{
    table[0] = *p;
    if (count == 1)
        return;
    mc_word(*z)[EC_WORDS] = scratch + count;
    EC(affine) twice;
    ec_projective multiple;
    EC(affine_double_var)(&twice, p, curve);
    ec_from_affine(&multiple, p);
    for (uint8_t i = 1; i < count; i++) {
        ec_add_mixed_var(&multiple, &multiple, &twice, curve);
        EC(projective_split)(&table[i], z[i - 1], &multiple);
    }
    ec_to_affine_each_var(table + 1, z, count - 1, scratch);
}
