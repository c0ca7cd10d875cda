#include "curve/lookup.h"

#if MC_HAS_DATA_CACHE
void EC(affine_lookup)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index)
{
    *r = table[0];
    for (uint8_t i = 1; i < count; i++) {
        mc_word mask = mc_word_mask_zero(i ^ index);
        field_select(r->x, table[i].x, mask);
        field_select(r->y, table[i].y, mask);
    }
}
#endif
