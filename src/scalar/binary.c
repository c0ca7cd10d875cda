/*---
name: binary
family: scalar-mult
summary: double and add from the left, sum in Lopez-Dahab coordinates
source: hankerson2004 Algorithm 3.27
domain: any point, 0 <= k < 2^m
constant_time: no
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
---*/
#include "scalar/scalar.h"

mc_status FB(scalar_mult_binary_var)(FB(affine) *r, const mc_word *k, const FB(affine) *p,
                                     const MC_FLASH FB(curve) *curve)
{
    mc_status status = FB(scalar_status)(k);
    if (status != MC_OK) {
        FB(affine_set_infinity)(r);
        return status;
    }
    uint16_t i = FB_M;
    while (i && !FB(scalar_bit)(k, i - 1))
        i--;
    FB(lopez_dahab) sum = {.z = {0}};
    while (i--) {
        FB(lopez_dahab_double)(&sum, &sum, curve);
        if (FB(scalar_bit)(k, i))
            FB(lopez_dahab_add_mixed_var)(&sum, &sum, p, curve);
    }
    FB(lopez_dahab_to_affine_var)(r, &sum);
    return MC_OK;
}
