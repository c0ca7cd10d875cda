#include "scalar/recode/digits.h"

/* The sum starts from the top digit's multiple. It is infinity again only where p has a small order. */
void EC(sum_from_left_var)(EC(affine) *r, EC(left_reader) *read, const void *string, uint16_t length, uint8_t window,
                           EC(affine) *table, uint8_t step, const MC_FLASH EC(curve) *curve)
{
    ec_projective sum;
    int8_t digit;
    EC(point_set_infinity)(&sum);
    do {
        uint16_t doublings = length;
        digit = read(&length, string, window);
        doublings = ec_mask_infinity(&sum) ? 0 : doublings - length;
        while (doublings--)
            ec_double(&sum, &sum, curve);
        if (digit)
            EC(add_signed_var)(&sum, &table[((digit < 0 ? -digit : digit) - 1) / step], digit < 0, curve);
    } while (digit);
    ec_to_affine_var(r, &sum);
}
