/* Reading tables of points at secret places, in RAM and in flash: constant time. Where memory has a cache the
 * whole table is read and masks choose; elsewhere all addresses cost the same. */
#ifndef MC_CURVE_LOOKUP_H
#define MC_CURVE_LOOKUP_H

#include "curve/curve.h"

/* r = table[index] for index < count. */
#if MC_HAS_DATA_CACHE
void EC(affine_lookup)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index);
/* Processors with a cache have one address space. */
MC_INLINE void EC(affine_lookup_flash)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index)
{
    EC(affine_lookup)(r, table, count, index);
}
#else
MC_INLINE void EC(affine_lookup)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index)
{
    (void)count;
    *r = table[index];
}
MC_INLINE void EC(affine_lookup_flash)(EC(affine) *r, const MC_FLASH EC(affine) *table, uint8_t count, uint8_t index)
{
    (void)count;
    *r = table[index];
}
#endif

#endif
