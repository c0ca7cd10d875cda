#include "curve/fb_lookup.h"

#if MC_HAS_DATA_CACHE
void FB(affine_lookup)(FB(affine) *r, const FB(affine) *table, uint8_t count, uint8_t index)
{
    *r = table[0];
    for (uint8_t i = 1; i < count; i++) {
        mc_word mask = mc_word_mask_zero(i ^ index);
        FB(select)(r->x, table[i].x, mask);
        FB(select)(r->y, table[i].y, mask);
    }
}
#endif

void FB(affine_negate_masked)(FB(affine) *r, mc_word mask)
{
    FB(add_masked)(r->y, r->x, mask);
}
