/*---
name: precomputed-doublings
family: scalar-mult
summary: table of 2^i p for the bits of k, in affine coordinates, then additions alone
source: arruda2014 Algorithm 4
domain: any point, 0 <= k < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: l * 2 * n * W
recoding: binary
doublings: length - 1
additions: weight - 1
---*/
#include "scalar/scalar.h"

MC_NOINLINE void precomputed_doublings_make_table(EC(affine) *table, uint16_t count, const EC(affine) *p,
                                                  const MC_FLASH EC(curve) *curve)
{
    mc_word scratch[2 * DOUBLINGS_AT_ONCE][EC_WORDS];
    EC(doublings_table_var)(table, count, p, scratch, curve);
}

mc_status EC(scalar_mult_precomputed_doublings_var)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                                    const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    uint16_t bits = EC_SCALAR_BITS;
    while (bits && !EC(scalar_bit)(k, bits - 1))
        bits--;
    EC(affine) table[EC_SCALAR_BITS];
    precomputed_doublings_make_table(table, bits, p, curve);
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    for (uint16_t i = 0; i < bits; i++)
        if (EC(scalar_bit)(k, i))
            ec_add_mixed_var(&sum, &sum, &table[i], curve);
    ec_to_affine_var(r, &sum);
    return MC_OK;
}
