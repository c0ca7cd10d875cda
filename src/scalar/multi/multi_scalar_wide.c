#include "scalar/multi/multi_scalar_wide.h"

#if MULTI_SCALAR_HAS_WIDE

#include "curve/generator.h"

#define LANES          WIDE_ELEMENTS
#define GROUPS_AT_ONCE (WIDE_PAIRS_AT_ONCE / LANES)
/* Tables that have an inversion in common, in groups. */
#define TABLE_GROUPS_AT_ONCE 4
#define MOST_INVERSIONS      (TABLE_GROUPS_AT_ONCE * (MULTI_SCALAR_TABLE_POINTS - 1))

#define MOST_DIGITS REGULAR_DIGITS(MULTI_SCALAR_WINDOW)
_Static_assert(MULTI_SCALAR_WINDOW == 5, "the window of tau-adic digits is that of others");
_Static_assert(MOST_INVERSIONS >= GROUPS_AT_ONCE && MOST_INVERSIONS >= WIDE_GENERATOR_TABLE_POINTS / LANES,
               "room for all inversions");

/* The digits of four scalars, those of one place in a row: (index in the table) * 2 + (1 if negative). */
typedef struct {
    uint16_t count;
    uint8_t spacing; /* places from one digit to the next */
    uint8_t digits[MOST_DIGITS][LANES];
} wide_digits;

/* values[i] = 1 / values[i] for i < count, with one inversion (curve/inv_each.c). 0 becomes 0, in each place. */
WIDE static void wide_inv_each(wide_element *values, unsigned count)
{
    wide_element prefixes[MOST_INVERSIONS], inverse;
    wide_vector zero[MOST_INVERSIONS];
    for (unsigned i = 0; i < count; i++) {
        zero[i] = wide_mask_zero(&values[i]);
        values[i].lane[0] ^= zero[i] & wide_constant(1, 0);
        prefixes[i] = i ? wide_mul(prefixes[i - 1], values[i]) : values[i];
    }
    EC(wide_inv_vpclmul)(&inverse, &prefixes[count - 1]);
    for (unsigned i = count; i--;) {
        const wide_element own = i ? wide_mul(prefixes[i - 1], inverse) : inverse;
        inverse = wide_mul(inverse, values[i]);
        WIDE_EACH_LANE (j)
            values[i].lane[j] = own.lane[j] & ~zero[i];
    }
}

/* Of up to four points, the last for all places beyond `count`. */
WIDE static wide_affine wide_load_points(const EC(affine) *const *points, size_t count)
{
    const EC(affine) *p[LANES];
    for (size_t i = 0; i < LANES; i++)
        p[i] = points[i < count ? i : count - 1];
    return wide_affine_load(p[0], p[1], p[2], p[3]);
}

WIDE static void wide_store_slopes(EC(affine_slope) *const *tables, unsigned slot, const wide_slope *p, size_t count)
{
    for (unsigned i = 0; i < LANES && i < count; i++) {
        wide_store_one(tables[i][slot].x, &p->x, i);
        wide_store_one(tables[i][slot].y, &p->y, i);
    }
}

/* Slopes of affine points, by the inverses of x. */
WIDE static wide_slope slope_of_affine(wide_affine p, wide_element inverse)
{
    return (wide_slope){p.x, wide_add(p.x, wide_mul(p.y, inverse))};
}

/* p of Z = 1 */
WIDE static wide_point point_of_slope(const wide_slope *p)
{
    return (wide_point){p->x, p->y, wide_load_one((const mc_word[FB_WORDS]){1})};
}

static const MC_FLASH mc_wtnaf_step *wide_tau_steps(void)
{
    return EC(wtnaf_window5).steps;
}

/* The points of slots 1 and above, as scalar/tau/table.c but in projective coordinates. */
WIDE static void wide_tau_multiples(wide_point *multiples, const wide_slope *p, int8_t mu)
{
    const wide_vector all = ~wide_zero();
    for (unsigned slot = 1; slot < MULTI_SCALAR_TABLE_POINTS; slot++) {
        const MC_FLASH mc_wtnaf_step *step = &wide_tau_steps()[slot - 1];
        wide_point sum = step->source ? multiples[step->source - 1] : point_of_slope(p);
        sum = wide_frobenius(sum, step->power);
        if (step->negate_source ^ (mu < 0 && step->power & 1))
            sum = wide_negate_masked(sum, all);
        EC(wide_add_mixed_vpclmul)(&sum, &sum, p);
        multiples[slot - 1] = step->negate_sum ? wide_negate_masked(sum, all) : sum;
    }
}

/* 3 p, 5 p, ... from 2 p. */
WIDE static void wide_odd_multiples(wide_point *multiples, const wide_slope *p, const wide_slope *twice)
{
    wide_point sum = point_of_slope(p);
    for (unsigned slot = 1; slot < MULTI_SCALAR_TABLE_POINTS; slot++) {
        EC(wide_add_mixed_vpclmul)(&sum, &sum, twice);
        multiples[slot - 1] = sum;
    }
}

/* twice[i] = 2 p[i], with one inversion. */
WIDE static void wide_double_each(wide_slope *twice, const wide_slope *p, unsigned groups,
                                  const MC_FLASH EC(curve) *curve)
{
    wide_element inverses[TABLE_GROUPS_AT_ONCE];
    wide_point doubles[TABLE_GROUPS_AT_ONCE];
    for (unsigned i = 0; i < groups; i++) {
        doubles[i] = point_of_slope(&p[i]);
        EC(wide_double_vpclmul)(&doubles[i], &doubles[i], curve->a_class);
        inverses[i] = doubles[i].z;
    }
    wide_inv_each(inverses, groups);
    for (unsigned i = 0; i < groups; i++)
        twice[i] = wide_to_slope(&doubles[i], inverses[i]);
}

WIDE static void wide_make_tables(EC(affine_slope) *const *tables, uint8_t *made, const EC(affine) *const *points,
                                  size_t count, const MC_FLASH EC(curve) *curve)
{
    const unsigned groups = (unsigned)((count + LANES - 1) / LANES), each = MULTI_SCALAR_TABLE_POINTS - 1;
    wide_element inverses[MOST_INVERSIONS];
    wide_slope p[TABLE_GROUPS_AT_ONCE], twice[TABLE_GROUPS_AT_ONCE], slope;
    wide_point multiples[TABLE_GROUPS_AT_ONCE][MULTI_SCALAR_TABLE_POINTS - 1];
    wide_affine affine[TABLE_GROUPS_AT_ONCE];
    for (unsigned i = 0; i < groups; i++) {
        affine[i] = wide_load_points(points + i * LANES, count - i * LANES);
        inverses[i] = affine[i].x;
    }
    wide_inv_each(inverses, groups);
    for (unsigned i = 0; i < groups; i++)
        p[i] = slope_of_affine(affine[i], inverses[i]);
    if (!EC_CURVE_KOBLITZ(curve))
        wide_double_each(twice, p, groups, curve);
    for (unsigned i = 0; i < groups; i++) {
        if (EC_CURVE_KOBLITZ(curve))
            wide_tau_multiples(multiples[i], &p[i], EC_CURVE_KOBLITZ(curve)->mu);
        else
            wide_odd_multiples(multiples[i], &p[i], &twice[i]);
        for (unsigned j = 0; j < each; j++)
            inverses[i * each + j] = multiples[i][j].z;
    }
    wide_inv_each(inverses, groups * each);
    for (unsigned i = 0; i < groups; i++) {
        wide_vector infinite = wide_zero();
        wide_store_slopes(tables + i * LANES, 0, &p[i], count - i * LANES);
        for (unsigned j = 0; j < each; j++) {
            infinite |= wide_mask_zero(&inverses[i * each + j]);
            slope = wide_to_slope(&multiples[i][j], inverses[i * each + j]);
            wide_store_slopes(tables + i * LANES, j + 1, &slope, count - i * LANES);
        }
        for (unsigned j = 0; j < LANES && i * LANES + j < count; j++)
            made[i * LANES + j] = !infinite[2 * j];
    }
}

void EC(wide_tables_vpclmul_var)(EC(affine_slope) *const *tables, uint8_t *made, const EC(affine) *const *points,
                                 size_t count, const MC_FLASH EC(curve) *curve)
{
    const size_t most = TABLE_GROUPS_AT_ONCE * LANES;
    for (size_t done = 0; done < count; done += most)
        wide_make_tables(tables + done, made + done, points + done, count - done < most ? count - done : most, curve);
}

/* The slopes of a table in flash. Returns 0 if infinity is in it, as on tiny curves, else 1. */
WIDE static uint8_t wide_convert_table(EC(affine_slope) *table, const MC_FLASH EC(affine) *in_flash, unsigned points)
{
    wide_element inverses[WIDE_GENERATOR_TABLE_POINTS / LANES];
    for (unsigned i = 0; i < points / LANES; i++) {
        const MC_FLASH EC(affine) *p = in_flash + i * LANES;
        inverses[i] = wide_affine_load(p, p + 1, p + 2, p + 3).x;
    }
    wide_inv_each(inverses, points / LANES);
    wide_vector infinite = wide_zero();
    for (unsigned i = 0; i < points / LANES; i++) {
        const MC_FLASH EC(affine) *p = in_flash + i * LANES;
        EC(affine_slope) *to = table + i * LANES, *const tables[] = {to, to + 1, to + 2, to + 3};
        const wide_slope slope = slope_of_affine(wide_affine_load(p, p + 1, p + 2, p + 3), inverses[i]);
        wide_store_slopes(tables, 0, &slope, LANES);
        infinite |= wide_mask_zero(&inverses[i]);
    }
    return !(infinite[0] | infinite[2] | infinite[4] | infinite[6]);
}

static const MC_FLASH mc_wtnaf_window *wide_tau_window(uint8_t window)
{
    return window == 8 ? &EC(wtnaf_window8) : &EC(wtnaf_window5);
}

uint8_t EC(wide_generator_vpclmul_var)(EC(wide_generator) *generator, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    uint8_t made = 1;
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_GENERAL)
        return 0;
    const MC_FLASH EC(affine) *in_flash =
        koblitz ? EC_GENERATOR_TABLE_KOBLITZ(curve, wtnaf8) : EC_GENERATOR_TABLE(curve, wnaf6);
    generator->window = koblitz ? 8 : 6;
    if (!in_flash || !wide_convert_table(generator->table, in_flash, 1u << (generator->window - 2))) {
        EC(affine) point;
        const EC(affine) *const points[] = {&point};
        EC(affine_slope) *const tables[] = {generator->table};
        generator->window = MULTI_SCALAR_WINDOW;
        EC(affine_generator)(&point, curve);
        EC(wide_tables_vpclmul_var)(tables, &made, points, 1, curve);
    }
    if (koblitz) {
        EC(regular_recoder_init)(&generator->recoder, wide_tau_window(generator->window), koblitz->mu);
        EC(regular_recoder_init)(&generator->recoder_of_q, wide_tau_window(MULTI_SCALAR_WINDOW), koblitz->mu);
    }
    return made;
}

/* The odd one of k and n - k in digits that are odd and `spacing` places apart (scalar/recode/digits.h). */
static void wide_regular_digits(wide_digits *digits, unsigned lane, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    const uint8_t w = digits->spacing, half = (uint8_t)(1 << (w - 1));
    mc_word odd[EC_SCALAR_WORDS + 1] = {0};
    const uint8_t negate = (uint8_t)(EC(scalar_make_odd)(odd, k, curve) & 1);
    for (uint16_t i = 0; i < digits->count; i++) {
        const uint16_t low = (uint16_t)(i * w + 1);
        const mc_dword pair = (mc_dword)odd[low / MC_WORD_BITS + 1] << MC_WORD_BITS | odd[low / MC_WORD_BITS];
        uint8_t signs = (uint8_t)(pair >> low % MC_WORD_BITS) & (uint8_t)(2 * half - 1);
        if (i == digits->count - 1)
            signs |= half;
        const uint8_t negative = !(signs & half);
        const uint8_t index = (negative ? ~signs : signs) & (uint8_t)(half - 1);
        digits->digits[i][lane] = (uint8_t)(index << 1 | (negative ^ negate));
    }
}

static void wide_recode(wide_digits *digits, const mc_word *const k[LANES], uint8_t window,
                        const EC(regular_recoder) *recoder, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    digits->spacing = window - 1;
    if (koblitz) {
        digits->count = REGULAR_DIGITS(window);
        EC(recode_wtnaf_regular_each_var)(digits->digits, k, recoder, wide_tau_window(window), koblitz);
        return;
    }
    digits->count = (uint16_t)((curve->order_bits + digits->spacing - 1) / digits->spacing);
    for (unsigned lane = 0; lane < LANES; lane++)
        wide_regular_digits(digits, lane, k[lane], curve);
}

/* The multiples that four digits wide_choose from four tables. */
WIDE static wide_slope wide_choose(const EC(affine_slope) *const *tables, const uint8_t *digit)
{
    const EC(affine_slope) *p[LANES];
    mc_word mask[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        p[i] = &tables[i][digit[i] >> 1];
        mask[i] = (mc_word)(0 - (mc_word)(digit[i] & 1));
    }
    const wide_slope q = {wide_load(p[0]->x, p[1]->x, p[2]->x, p[3]->x), wide_load(p[0]->y, p[1]->y, p[2]->y, p[3]->y)};
    return wide_slope_negate_masked(q, wide_masks(mask[0], mask[1], mask[2], mask[3]));
}

/* The summands, and the doublings or Frobenius maps that the sum still lacks. */
typedef struct {
    wide_point sum;
    unsigned pending;
    uint8_t started;
} accumulator;

WIDE static void wide_add_digits(accumulator *a, const wide_digits *digits, uint16_t place,
                                 const EC(affine_slope) *const *tables, const MC_FLASH EC(curve) *curve)
{
    const uint16_t i = place / digits->spacing;
    if (place % digits->spacing || i >= digits->count)
        return;
    const wide_slope q = wide_choose(tables, digits->digits[i]);
    if (!a->started) {
        a->sum = point_of_slope(&q);
        a->started = 1;
    } else {
        if (EC_CURVE_KOBLITZ(curve))
            a->sum = wide_frobenius(a->sum, a->pending);
        else
            while (a->pending--)
                EC(wide_double_vpclmul)(&a->sum, &a->sum, curve->a_class);
        EC(wide_add_mixed_vpclmul)(&a->sum, &a->sum, &q);
    }
    a->pending = 0;
}

WIDE static wide_point wide_sum_of_four(const EC(wide_pair) *const pairs[LANES], const EC(wide_generator) *generator,
                                        const MC_FLASH EC(curve) *curve)
{
    const EC(affine_slope) *of_g[LANES], *of_q[LANES];
    const mc_word *u[LANES], *v[LANES];
    wide_digits digits_of_g, digits_of_q;
    for (unsigned i = 0; i < LANES; i++) {
        of_g[i] = generator->table;
        of_q[i] = pairs[i]->table;
        u[i] = pairs[i]->u;
        v[i] = pairs[i]->v;
    }
    wide_recode(&digits_of_g, u, generator->window, &generator->recoder, curve);
    wide_recode(&digits_of_q, v, MULTI_SCALAR_WINDOW, &generator->recoder_of_q, curve);
    accumulator a = {.started = 0};
    const uint16_t top_of_g = (uint16_t)((digits_of_g.count - 1) * digits_of_g.spacing),
                   top_of_q = (uint16_t)((digits_of_q.count - 1) * digits_of_q.spacing);
    for (uint16_t place = (top_of_g > top_of_q ? top_of_g : top_of_q) + 1; place--; a.pending++) {
        wide_add_digits(&a, &digits_of_g, place, of_g, curve);
        wide_add_digits(&a, &digits_of_q, place, of_q, curve);
    }
    return a.sum;
}

WIDE void EC(wide_sums_vpclmul_var)(mc_word (*x)[EC_WORDS], uint8_t *found, const EC(wide_pair) *pairs, size_t count,
                                    const EC(wide_generator) *generator, const MC_FLASH EC(curve) *curve)
{
    const unsigned groups = (unsigned)((count + LANES - 1) / LANES);
    wide_element numerators[GROUPS_AT_ONCE], denominators[GROUPS_AT_ONCE];
    for (unsigned i = 0; i < groups; i++) {
        const EC(wide_pair) *group[LANES];
        for (unsigned j = 0; j < LANES; j++)
            group[j] = &pairs[i * LANES + j < count ? i * LANES + j : count - 1];
        const wide_point sum = wide_sum_of_four(group, generator, curve);
        numerators[i] = sum.x;
        denominators[i] = sum.z;
    }
    if (groups)
        wide_inv_each(denominators, groups);
    for (unsigned i = 0; i < groups; i++) {
        const wide_element quotient = wide_mul(numerators[i], denominators[i]);
        const wide_vector infinite = wide_mask_zero(&denominators[i]);
        for (unsigned j = 0; j < LANES && i * LANES + j < count; j++) {
            wide_store_one(x[i * LANES + j], &quotient, j);
            found[i * LANES + j] = !infinite[2 * j];
        }
    }
}

#endif
