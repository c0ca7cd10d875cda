/*---
name: wnaf
family: scalar-mult
summary: width-w NAF from the left, table in affine and sum in Lopez-Dahab coordinates
source: hankerson2004 Algorithm 3.36; tinyecck2008 Section 4
domain: any point, 0 <= k < 2^m
constant_time: no
windows: 2, 3, 4, 5
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 2 ** (w - 1) * n * W
---*/
#include "scalar/scalar.h"

#define TABLE_POINTS (1 << (MC_WINDOW - 2))

/* table[i] = (2 i + 1) p for p not infinity, by mixed additions of 2p and one common inversion. None is infinity:
 * the order of p is even or above 2 TABLE_POINTS. */
static void make_table(FB(affine) *table, const FB(affine) *p, const MC_FLASH FB(curve) *curve)
{
    table[0] = *p;
#if MC_WINDOW > 2
    mc_word z[TABLE_POINTS - 1][FB_WORDS], scratch[TABLE_POINTS - 1][FB_WORDS];
    FB(affine) twice;
    FB(lopez_dahab) multiple;
    FB(affine_double_var)(&twice, p, curve);
    FB(lopez_dahab_from_affine)(&multiple, p);
    for (uint8_t i = 1; i < TABLE_POINTS; i++) {
        FB(lopez_dahab_add_mixed_var)(&multiple, &multiple, &twice, curve);
        FB(copy)(table[i].x, multiple.x);
        FB(copy)(table[i].y, multiple.y);
        FB(copy)(z[i - 1], multiple.z);
    }
    FB(lopez_dahab_to_affine_each_var)(table + 1, z, TABLE_POINTS - 1, scratch);
#else
    (void)curve;
#endif
}

mc_status FB(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_wnaf, MC_WINDOW), _var))(FB(affine) *r, const mc_word *k,
                                                                                const FB(affine) *p,
                                                                                const MC_FLASH FB(curve) *curve)
{
    mc_status status = FB(scalar_status)(k);
    if (status != MC_OK || FB(affine_mask_infinity)(p)) {
        FB(affine_set_infinity)(r);
        return status;
    }
    FB(affine) table[TABLE_POINTS];
    make_table(table, p, curve);
    int8_t digits[WNAF_DIGITS];
    uint16_t length = FB(recode_wnaf_var)(digits, k, MC_WINDOW);

    FB(lopez_dahab) sum = {.z = {0}};
    while (length) {
        FB(lopez_dahab_double)(&sum, &sum, curve);
        int8_t digit = digits[--length];
        if (digit)
            FB(lopez_dahab_add_signed_var)(&sum, &table[(digit < 0 ? -digit : digit) / 2], digit < 0, curve);
    }
    FB(lopez_dahab_to_affine_var)(r, &sum);
    return MC_OK;
}
