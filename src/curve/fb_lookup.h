/* Reading tables of points at secret places, in RAM and in flash: constant time. Where memory has a cache the
 * whole table is read and masks choose; elsewhere an address costs what every other does. */
#ifndef MC_CURVE_FB_LOOKUP_H
#define MC_CURVE_FB_LOOKUP_H

#include "curve/fb_curve.h"

/* r = table[index] for index < count. */
#if MC_HAS_DATA_CACHE
void FB(affine_lookup)(FB(affine) *r, const FB(affine) *table, uint8_t count, uint8_t index);
/* Processors with a cache have one address space. */
FB_INLINE void FB(affine_lookup_flash)(FB(affine) *r, const FB(affine) *table, uint8_t count, uint8_t index)
{
    FB(affine_lookup)(r, table, count, index);
}
#else
FB_INLINE void FB(affine_lookup)(FB(affine) *r, const FB(affine) *table, uint8_t count, uint8_t index)
{
    (void)count;
    *r = table[index];
}
FB_INLINE void FB(affine_lookup_flash)(FB(affine) *r, const MC_FLASH FB(affine) *table, uint8_t count, uint8_t index)
{
    (void)count;
    *r = table[index];
}
#endif

/* r = -r if mask is ~0, not if 0. */
void FB(affine_negate_masked)(FB(affine) *r, mc_word mask);

#endif
