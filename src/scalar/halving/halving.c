#include "scalar/halving/halving.h"

#if !FIELD_IS_PRIME

mc_status EC(halving_status)(const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    mc_status status = EC(scalar_status)(k);
    if (status == MC_OK && !EC(affine_mask_subgroup)(p, curve))
        status = MC_ERROR_SUBGROUP;
    return status;
}

void EC(halving_scale)(mc_word *scaled, const mc_word *k, uint16_t places, const MC_FLASH EC(curve) *curve)
{
    mc_word power[EC_SCALAR_WORDS] = {0};
    power[places / MC_WORD_BITS] = (mc_word)((mc_word)1 << (places % MC_WORD_BITS));
    ORDER(mod)(power, power, curve->order_bits, EC_CURVE_MODULUS(curve));
    ORDER(mod)(scaled, k, curve->order_bits, EC_CURVE_MODULUS(curve));
    ORDER(to_form)(scaled, scaled, EC_CURVE_MODULUS(curve));
    order_mul(scaled, scaled, power, EC_CURVE_MODULUS(curve));
}

uint16_t EC(halving_digits_var)(int8_t *digits, const mc_word *k, uint8_t window, const MC_FLASH EC(curve) *curve)
{
    mc_word scaled[EC_SCALAR_WORDS];
    EC(halving_scale)(scaled, k, curve->order_bits - 1, curve);
    return EC(recode_wnaf_var)(digits, scaled, window);
}

/* From the top bit of the factors down. */
void EC(sum_of_odd_multiples_var)(EC(affine) *r, const EC(affine) *points, uint8_t count,
                                  const MC_FLASH EC(curve) *curve)
{
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    for (uint8_t bit = count; bit; bit >>= 1) {
        if (!ec_mask_infinity(&sum))
            ec_double(&sum, &sum, curve);
        for (uint8_t j = 0; j < count; j++) {
            if ((2 * j + 1) & bit)
                ec_add_mixed_var(&sum, &sum, &points[j], curve);
        }
    }
    ec_to_affine_var(r, &sum);
}

#endif
