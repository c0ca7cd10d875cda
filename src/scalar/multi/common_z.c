#include "scalar/multi/common_z.h"

#include "scalar/ladder/co_z.h"
#include "scalar/scalar.h"

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

/* Brings a point to Z times the scale: X times its square, Y, which is doubled, times its cube. */
static void common_z_scale(EC(affine) *point, const mc_word *scale)
{
    mc_word power[EC_WORDS];
    fp_sqr(power, scale);
    fp_mul(point->x, point->x, power);
    fp_mul(power, power, scale);
    fp_mul(point->y, point->y, power);
    fp_add(point->y, point->y, point->y);
}

void EC(common_z_table)(EC(affine) *table, EC(common_z) *common, uint8_t count, const EC(affine) *p,
                        mc_word (*factors)[EC_WORDS], const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    EC(affine) twice;
    mc_word scale[EC_WORDS];
    table[0] = *p;
    EC(co_z_double)(&twice, &table[0], common->z, curve);
    ec_blind_co_z(&twice, &table[0], common->z, blinding);
    for (uint8_t i = 1; i < count; i++)
        EC(co_z_add_to)(&table[i], &twice, &twice, &table[i - 1], factors[i - 1]);
    uint8_t i = (uint8_t)(count - 1);
    fp_add(table[i].y, table[i].y, table[i].y);
    field_copy(scale, factors[i - 1]);
    while (i--) {
        common_z_scale(&table[i], scale);
        fp_mul(i ? scale : common->z, i ? scale : common->z, i ? factors[i - 1] : scale);
    }
    fp_sqr(scale, common->z);
    fp_sqr(scale, scale);
    field_from_flash(common->a, curve->a);
    fp_mul(common->a, common->a, scale);
}

void EC(common_z_from_table)(EC(common_z_sum) *r, const EC(affine) *entry)
{
    field_copy(r->x, entry->x);
    field_copy(r->y2, entry->y);
    field_set_small(r->z, 1);
}

/* By members of the family doubling; a Z3^4 = (2 Y)^4 a Z^4. */
void EC(common_z_double)(EC(common_z_sum) *r, uint8_t times, const mc_word *a)
{
    mc_word power[EC_WORDS], az4[EC_WORDS];
    if (a) {
        fp_sqr(az4, r->z);
        fp_sqr(az4, az4);
        fp_mul(az4, az4, a);
    }
    ec_counts_as(times, 0);
    for (; times; times--) {
        ec_doubling(r->x, a ? az4 : 0, power);
        if (a && times > 1)
            fp_mul(az4, az4, power);
    }
}

#ifdef ec_addition

mc_word EC(common_z_add)(EC(common_z_sum) *r, const EC(affine) *entry)
{
    ec_counts_as(0, 1);
    ec_addition(r->x, entry->x);
    return field_mask_zero(r->z) & field_mask_zero(r->x);
}

#else

/* With H = X2 Z1^2 - X1, S = 2 Y2 Z1^3 - 2 Y1 and J = 4 H^3, V = 4 X1 H^2: X3 = S^2 - J - 2 V,
 * Y3 = S (V - X3) - 2 Y1 J, Z3 = 2 H Z1. */
mc_word EC(common_z_add)(EC(common_z_sum) *r, const EC(affine) *entry)
{
    mc_word h[EC_WORDS], s[EC_WORDS], t[EC_WORDS], v[EC_WORDS];
    ec_counts_as(0, 1);
    fp_sqr(t, r->z);
    fp_mul(h, entry->x, t);
    fp_mul(t, t, r->z);
    fp_mul(s, entry->y, t);
    fp_sub(h, h, r->x);
    fp_sub(s, s, r->y2);
    const mc_word equal = field_mask_zero(h) & field_mask_zero(s);
    fp_add(t, h, h);
    fp_mul(r->z, r->z, t);
    fp_sqr(t, t);
    fp_mul(h, h, t);
    fp_mul(v, r->x, t);
    fp_sqr(r->x, s);
    fp_sub(r->x, r->x, h);
    fp_sub(r->x, r->x, v);
    fp_sub(r->x, r->x, v);
    fp_sub(v, v, r->x);
    fp_mul(v, v, s);
    fp_mul(h, h, r->y2);
    fp_sub(v, v, h);
    fp_add(r->y2, v, v);
    return equal;
}

#endif

/* Of 2 Z: X is held as 4 X, Y as 8 Y. */
void EC(common_z_to_affine)(EC(affine) *r, EC(common_z_sum) *sum, const EC(common_z) *common)
{
    fp_mul(sum->z, sum->z, common->z);
    fp_add(sum->z, sum->z, sum->z);
    for (uint8_t i = 0; i < 2; i++) {
        fp_add(sum->x, sum->x, sum->x);
        fp_add(sum->y2, sum->y2, sum->y2);
    }
    fp_inv(sum->z, sum->z);
    EC(jacobian_to_affine_by_inverse)(r, sum->x, sum->y2, sum->z);
}

#endif
