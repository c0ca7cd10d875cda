#include "scalar/scalar.h"

/* Where points have kernels, inversions cost as much as a hundred products, and additions of Jacobian points may be
 * those of another curve: the one inversion for 2 p is left out. Elsewhere the code would be longer for less. */
#define IS_JACOBIAN_jacobian 1
#define MOVES_CURVE          (MC_CONCATENATE(IS_JACOBIAN_, EC_COORDINATES) && MC_NATIVE_JACOBIAN)

#define LEAST_ORDER_BITS 16 /* of cofactor 1: below 2^16 no multiple of p in a table is another one or infinity */

#if MOVES_CURVE
/* 2 p = (X, Y, Z) is the affine point (X, Y) of the curve whose points are (x Z^2, y Z^3) for those of this one, and
 * p is there at (x Z^2, y Z^3) with Z = 1. Additions use no coefficient of the curve; the Z of a sum, times this Z, is
 * its Z here (Meloni 2007). Z is returned. */
static void move_to_affine_double(EC(affine) *twice, ec_projective *p, mc_word *z, const MC_FLASH EC(curve) *curve)
{
    ec_projective doubled;
    mc_word power[EC_WORDS];
    ec_double(&doubled, p, curve);
    EC(point_split)(twice, z, &doubled);
    fp_sqr(power, z);
    fp_mul(p->x, p->x, power);
    fp_mul(power, power, z);
    fp_mul(p->y, p->y, power);
}
#endif

#if FIELD_HAS_EDWARDS_CURVES
/* By additions of 2 p and one common inversion. 2 p stays as it is: an inversion costs more than the products that
 * mixed additions save. */
void EC(wnaf_table_var)(EC(affine) *table, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                        const MC_FLASH EC(curve) *curve)
{
    table[0] = *p;
    if (count == 1)
        return;
    mc_word(*z)[EC_WORDS] = scratch + count;
    ec_projective twice, multiple;
    ec_from_affine(&multiple, p);
    ec_double(&twice, &multiple, curve);
    for (uint8_t i = 1; i < count; i++) {
        if (i == 1)
            ec_add_mixed_var(&multiple, &twice, p, curve);
        else
            ec_add_var(&multiple, &multiple, &twice, curve);
        EC(point_split)(&table[i], z[i - 1], &multiple);
    }
    ec_to_affine_each_var(table + 1, z, (uint8_t)(count - 1), scratch);
}
#else
/* By mixed additions of 2 p and one common inversion. */
void EC(wnaf_table_var)(EC(affine) *table, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                        const MC_FLASH EC(curve) *curve)
{
    table[0] = *p;
    if (count == 1)
        return;
    mc_word(*z)[EC_WORDS] = scratch + count;
    EC(affine) twice;
    ec_projective multiple;
#if MOVES_CURVE
    mc_word moved[EC_WORDS];
    const uint8_t moves = EC_CURVE_COFACTOR(curve) == 1 && EC_SCALAR_BITS >= LEAST_ORDER_BITS;
    if (!moves)
#endif
        EC(affine_double_var)(&twice, p, curve);
    ec_from_affine(&multiple, p);
#if MOVES_CURVE
    if (moves)
        move_to_affine_double(&twice, &multiple, moved, curve);
#endif
    for (uint8_t i = 1; i < count; i++) {
        ec_add_mixed_var(&multiple, &multiple, &twice, curve);
        EC(point_split)(&table[i], z[i - 1], &multiple);
#if MOVES_CURVE
        if (moves)
            fp_mul(z[i - 1], z[i - 1], moved);
#endif
    }
    ec_to_affine_each_var(table + 1, z, (uint8_t)(count - 1), scratch);
}
#endif

/* By a doubling, mixed additions of p and one common inversion. */
void EC(multiples_table_var)(EC(affine) *table, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                             const MC_FLASH EC(curve) *curve)
{
    mc_word(*z)[EC_WORDS] = scratch + count;
    ec_projective multiple;
    table[0] = *p;
    ec_from_affine(&multiple, p);
    for (uint8_t i = 1; i < count; i++) {
        if (i == 1)
            ec_double(&multiple, &multiple, curve);
        else
            ec_add_mixed_var(&multiple, &multiple, p, curve);
        EC(point_split)(&table[i], z[i - 1], &multiple);
    }
    ec_to_affine_each_var(table + 1, z, (uint8_t)(count - 1), scratch);
}

/* By doublings, and one inversion for DOUBLINGS_AT_ONCE of them. */
void EC(doublings_table_var)(EC(affine) *table, uint16_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                             const MC_FLASH EC(curve) *curve)
{
    mc_word(*z)[EC_WORDS] = scratch + (count < DOUBLINGS_AT_ONCE ? count : DOUBLINGS_AT_ONCE);
    ec_projective multiple;
    ec_from_affine(&multiple, p);
    for (uint16_t first = 0; first < count;) {
        uint8_t pending = 0;
        for (; pending < DOUBLINGS_AT_ONCE && first + pending < count; pending++) {
            if (first + pending)
                ec_double(&multiple, &multiple, curve);
            EC(point_split)(&table[first + pending], z[pending], &multiple);
        }
        ec_to_affine_each_var(table + first, z, pending, scratch);
        first += pending;
    }
}
