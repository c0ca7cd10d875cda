#include "scalar/scalar.h"

/* By mixed additions of 2 p and one common inversion. No multiple is infinity: the order of p is even or above
 * 2 count. */
void FB(wnaf_table_var)(FB(affine) *table, uint8_t count, const FB(affine) *p, mc_word (*scratch)[FB_WORDS],
                        const MC_FLASH FB(curve) *curve)
{
    table[0] = *p;
    if (count == 1)
        return;
    mc_word(*z)[FB_WORDS] = scratch + count;
    FB(affine) twice;
    FB(lopez_dahab) multiple;
    FB(affine_double_var)(&twice, p, curve);
    FB(lopez_dahab_from_affine)(&multiple, p);
    for (uint8_t i = 1; i < count; i++) {
        FB(lopez_dahab_add_mixed_var)(&multiple, &multiple, &twice, curve);
        FB(copy)(table[i].x, multiple.x);
        FB(copy)(table[i].y, multiple.y);
        FB(copy)(z[i - 1], multiple.z);
    }
    FB(lopez_dahab_to_affine_each_var)(table + 1, z, count - 1, scratch);
}
