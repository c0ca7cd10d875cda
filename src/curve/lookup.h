/* Reading tables of points at secret places, in RAM and in flash: constant time. Where memory has a cache the
 * whole table is read and masks choose; elsewhere all addresses cost the same, and one is chosen. */
#ifndef MC_CURVE_LOOKUP_H
#define MC_CURVE_LOOKUP_H

#include "curve/curve.h"

/* r = table[index] for index < count. */
#if MC_HAS_DATA_CACHE
#define EC_LOOKUP_COPIES 1
void EC(affine_lookup)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index);
/* Processors with a cache have one address space. */
MC_INLINE void EC(affine_lookup_flash)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index)
{
    EC(affine_lookup)(r, table, count, index);
}
#else
#define EC_LOOKUP_COPIES 0 /* a point may be read where it is */
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

/* r = table[index] if `negative` is 0, its opposite if 1. Where EC_LOOKUP_NEGATES is 1, one difference makes it, and
 * the table may be in flash. */
#define EC_LOOKUP_NEGATES                                                                                              \
    (FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES && !MC_HAS_DATA_CACHE && MC_WORD_BITS > 8) /* one address space */
#if EC_LOOKUP_NEGATES
MC_INLINE void EC(affine_lookup_signed)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index,
                                        mc_word negative)
{
    static const mc_word zero[EC_WORDS] = {0};
    const uintptr_t y = (uintptr_t)table[index].y;
    const uintptr_t exchanged = (y ^ (uintptr_t)zero) & (0 - (uintptr_t)mc_word_barrier(negative));
    (void)count;
    field_copy(r->x, table[index].x);
    fp_sub(r->y, (const mc_word *)(y ^ exchanged), (const mc_word *)((uintptr_t)zero ^ exchanged));
}
#else
MC_INLINE void EC(affine_lookup_signed)(EC(affine) *r, const EC(affine) *table, uint8_t count, uint8_t index,
                                        mc_word negative)
{
    EC(affine_lookup)(r, table, count, index);
    EC(affine_negate_masked)(r, mc_word_barrier((mc_word)(0 - negative)));
}
#endif

#endif
