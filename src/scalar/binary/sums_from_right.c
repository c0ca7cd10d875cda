#include "scalar/binary/from_right.h"

#if EC_HAS_ADD

/* `power` is 2^doubled p, or the negative of that: it changes sign where the digits do, as long as it is doubled on. */
void EC(sums_from_right_var)(ec_projective *sums, uint8_t count, EC(right_reader) *read, const mc_word *k,
                             uint8_t window, const EC(affine) *p, const MC_FLASH EC(curve) *curve)
{
    EC(right_position) position = {0, 0, 0};
    ec_projective power;
    uint16_t doubled = 0;
    uint8_t is_negative = 0;
    int8_t digit;
    while (count--)
        EC(point_set_infinity)(&sums[count]);
    ec_from_affine(&power, p);
    while ((digit = read(&position, k, window)) != 0) {
        for (; doubled < position.place; doubled++)
            ec_double(&power, &power, curve);
        if ((digit < 0) != is_negative) {
            ec_negate(&power, &power);
            is_negative = !is_negative;
        }
        ec_projective *sum = &sums[(digit < 0 ? -digit : digit) / 2];
        ec_add_var(sum, sum, &power, curve);
    }
}

#endif
