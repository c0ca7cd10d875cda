#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

/* Batch by batch: stages +-tau^power table[source] in each slot, adds p to all of them with one inversion. */
void EC(wtnaf_table_var)(EC(affine) *table, const EC(affine) *p, const MC_FLASH mc_wtnaf_window *window, int8_t mu,
                         mc_word (*scratch)[EC_WORDS], const MC_FLASH EC(curve) *curve)
{
    const uint8_t slots = (uint8_t)WTNAF_TABLE_POINTS(window->window);
    const MC_FLASH mc_wtnaf_step *steps = window->steps; /* steps[slot - 1] makes the point of the slot */
    table[0] = *p;
    for (uint8_t first = 1, end = 1; first < slots; first = end) {
        for (; end < slots && steps[end - 1].batch == steps[first - 1].batch; end++) {
            const MC_FLASH mc_wtnaf_step *step = &steps[end - 1];
            EC(affine) *point = &table[end];
            *point = table[step->source];
            for (uint8_t i = 0; i < step->power; i++)
                EC(affine_frobenius)(point, point);
            if (step->negate_source ^ (mu < 0 && step->power & 1))
                EC(affine_negate)(point, point);
        }
        EC(affine_add_each_var)(&table[first], (uint8_t)(end - first), p, scratch, curve);
        for (uint8_t slot = first; slot < end; slot++)
            if (steps[slot - 1].negate_sum)
                EC(affine_negate)(&table[slot], &table[slot]);
    }
}

#endif
