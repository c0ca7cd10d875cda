#include "scalar/scalar.h"

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
    EC(affine_double_var)(&twice, p, curve);
    ec_from_affine(&multiple, p);
    for (uint8_t i = 1; i < count; i++) {
        ec_add_mixed_var(&multiple, &multiple, &twice, curve);
        EC(point_split)(&table[i], z[i - 1], &multiple);
    }
    ec_to_affine_each_var(table + 1, z, count - 1, scratch);
}

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
    ec_to_affine_each_var(table + 1, z, count - 1, scratch);
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
