#include "protocol/batch/batch.h"

#if !FIELD_HAS_EDWARDS_CURVES && !defined(MC_SINGLE_CURVE)

#define SUMS_AT_ONCE 16 /* to have one inversion in common */

/* u G + v Q. */
static void sum_of_entry(ec_projective *sum, EC(batch) *batch, EC(batch_entry) *own, const MC_FLASH EC(curve) *curve)
{
    EC(multiple) *terms[] = {&own->of_key, &batch->of_generator};
    EC(multi_scalar_set_scalar_var)(&own->of_key, own->v, curve);
    EC(multi_scalar_set_scalar_var)(&batch->of_generator, own->u, curve);
    EC(multi_scalar_sum_var)(sum, terms, 2, curve);
}

/* MC_OK if the sum is R: of extended signatures the point, of others its x modulo n. */
static mc_status compare(const EC(batch_entry) *own, const EC(affine) *sum, uint8_t is_extended,
                         const MC_FLASH EC(curve) *curve)
{
    mc_word x[EC_SCALAR_WORDS];
    EC(affine) negative;
    if (is_extended) {
        EC(affine_negate)(&negative, sum);
        return field_mask_equal(negative.x, own->nonce_table[0].x) & field_mask_equal(negative.y, own->nonce_table[0].y)
                   ? MC_OK
                   : MC_ERROR_SIGNATURE;
    }
    EC(x_mod_order)(x, sum->x, curve); /* infinity has x = 0, and r is not 0 */
    return ORDER(mask_equal)(x, own->r) ? MC_OK : MC_ERROR_SIGNATURE;
}

void EC(batch_verify_each)(EC(batch) *batch, size_t first, size_t count, uint8_t is_extended,
                           const MC_FLASH EC(curve) *curve)
{
    mc_word z[SUMS_AT_ONCE][EC_WORDS], room[SUMS_AT_ONCE][EC_WORDS];
    EC(affine) sums[SUMS_AT_ONCE];
    ec_projective sum;
    for (size_t done = 0; done < count; done += SUMS_AT_ONCE) {
        EC(batch_entry) *entries = &batch->entries[first + done];
        const uint8_t some = (uint8_t)(count - done < SUMS_AT_ONCE ? count - done : SUMS_AT_ONCE);
        for (uint8_t i = 0; i < some; i++) {
            sum_of_entry(&sum, batch, &entries[i], curve);
            EC(point_split)(&sums[i], z[i], &sum);
        }
        ec_to_affine_each_var(sums, z, some, room);
        for (uint8_t i = 0; i < some; i++)
            *entries[i].result = compare(&entries[i], &sums[i], is_extended, curve);
    }
}

#endif
