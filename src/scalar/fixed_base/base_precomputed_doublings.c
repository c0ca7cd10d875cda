/*---
name: precomputed-doublings
family: scalar-mult-base
summary: table of 2^i G in flash for every bit of k, then additions alone
source: arruda2014 Algorithm 4
domain: any curve that has the table, else MC_ERROR_UNSUPPORTED; 0 <= k < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
flash_table_bytes: l * 2 * n * W
---*/
#include "curve/generator.h"
#include "scalar/scalar.h"

mc_status EC(scalar_mult_base_precomputed_doublings_var)(EC(affine) *r, const mc_word *k,
                                                         const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR(r, status);
    const MC_FLASH EC(affine) *table = EC_GENERATOR_TABLE(curve, doublings);
    if (!table)
        return EC(no_table)(r);
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    for (uint16_t i = 0; i < EC_SCALAR_BITS; i++) {
        if (EC(scalar_bit)(k, i)) {
            const EC(affine) point = table[i];
            ec_add_mixed_var(&sum, &sum, &point, curve);
        }
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}
