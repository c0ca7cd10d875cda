/* Points of Ed25519, lanes X, Y, Z, T of extended coordinates, x = X/Z, y = Y/Z, T = X Y/Z. Both formulas make E, H, G,
 * F in the lanes, and of these X = E F, Y = G H, Z = G F, T = E H (Hisil, Wong, Carter and Dawson 2008, 3.1 and 4).
 * They hold for any points: a = -1 is a square, d none.
 *
 * Bounds: native/x86_64/elements.h. A point is a product without a bias; each sum below has at most one bias and at
 * most four products, below 2^61. */
#include "native/x86_64/edwards_four.h"

#include "native/api.h"

#if MC_NATIVE_X86_64
#define ELEMENT_LANES 4
#include "native/x86_64/edwards_four_tables.h"
#include "native/x86_64/elements.h"
#include "native/x86_64/lookup.h"

/* Lanes of a, 0 to 3, and of b, 4 to 7. */
#ifdef __clang__
#define PICK(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define PICK(a, b, ...) __builtin_shuffle(a, b, (lanes){__VA_ARGS__})
#endif
#define PICK_LIMB(i, a, b, ...) PICK((a).limb[i], (b).limb[i], __VA_ARGS__)
#define PICKED(a, b, ...)                                                                                              \
    ((element){{PICK_LIMB(0, a, b, __VA_ARGS__), PICK_LIMB(1, a, b, __VA_ARGS__), PICK_LIMB(2, a, b, __VA_ARGS__),     \
                PICK_LIMB(3, a, b, __VA_ARGS__), PICK_LIMB(4, a, b, __VA_ARGS__)}})

#define ALL_LANES 15

/* A summand: lanes Y - X, Y + X, 2 Z, 2 d T, carried. */
typedef element summand;

#define TABLE_POINTS (1 << (MC_FOUR_WINDOW - 2))
#define COMB_POINTS  (1 << (MC_FOUR_TEETH - 1))

/* BIAS - a of products a. */
INLINE element negated(element a)
{
    a.limb[0] = all(BIAS_LOW) - a.limb[0];
    EACH_LIMB
    for (unsigned i = 1; i < 5; i++)
        a.limb[i] = all(BIAS) - a.limb[i];
    return a;
}

/* a + b in the lanes of the mask, else a. */
INLINE element sum_where(lane_mask mask, element a, element b)
{
    return selected(a, sum(a, b), mask);
}

/* The point of lanes E, H, G, F. */
INLINE element point_of(element terms)
{
    const element t = carried(terms);
    return product(PICKED(t, t, 0, 2, 2, 0), PICKED(t, t, 3, 1, 3, 1), 0);
}

/* With A = X^2, B = Y^2, C = Z^2, D = (X + Y)^2: E = A + B - D, H = A + B, G = A - B, F = G + 2 C. All have the
 * opposite signs of those in the source. */
INLINE element doubled(element p)
{
    const element s = square(carried(sum_where(8, PICKED(p, p, 0, 1, 2, 0), PICKED(p, p, 1, 1, 1, 1))), 0);
    const element minus = negated(s), twice = sum(s, s);
    const element h_and_g = sum(PICKED(s, s, 0, 0, 0, 0), PICKED(s, minus, 1, 1, 5, 5));
    return point_of(sum_where(9, h_and_g, PICKED(minus, twice, 3, 3, 6, 6)));
}

/* Lanes Y - X, Y + X, Z, T, carried. */
INLINE element differences(element p)
{
    return carried(sum_where(3, PICKED(p, p, 1, 1, 2, 3), PICKED(negated(p), p, 0, 4, 0, 4)));
}

INLINE summand summand_of(element p, element factors)
{
    return carried(product(differences(p), factors, 0));
}

/* p + q, or p - q if the mask is ALL_LANES instead of 0. With A = (Y1 - X1)(Y2 - X2), B = (Y1 + X1)(Y2 + X2), C = 2 d
 * T1 T2, D = 2 Z1 Z2: E = B - A, H = B + A, G = D + C, F = D - C. -q has the first two lanes exchanged, and -C. */
INLINE element added(element p, summand q, lane_mask is_negative)
{
    const element s = product(differences(p), selected(q, PICKED(q, q, 1, 0, 2, 3), is_negative), 0);
    const element minus = negated(s);
    const element signs = selected(PICKED(s, minus, 4, 0, 3, 7), PICKED(s, minus, 4, 0, 7, 3), is_negative);
    return point_of(sum(PICKED(s, s, 1, 1, 2, 2), signs));
}

INLINE element loaded(const uint64_t words[4][4])
{
    lanes w[4];
    EACH_LIMB
    for (unsigned i = 0; i < 4; i++)
        w[i] = *(const loaded_lanes *)words[i];
    return limbs_of(w);
}

/* Four numbers below p by their words. */
INLINE element element_of(const uint64_t *a, const uint64_t *b, const uint64_t *c, const uint64_t *d)
{
    four_numbers words;
    for (unsigned i = 0; i < 4; i++) {
        words[i][0] = a[i];
        words[i][1] = b[i];
        words[i][2] = c[i];
        words[i][3] = d[i];
    }
    return loaded(words);
}

INLINE void store(mc_four_fraction r, element p)
{
    lanes words[4];
    words_of(words, p);
    EACH_LIMB
    for (unsigned i = 0; i < 3; i++)
        EACH_LIMB
    for (unsigned j = 0; j < 4; j++)
        r[i][j] = words[j][i];
}

static const uint64_t zero[4] = {0}, one[4] = {1, 0, 0, 0};

/* table[i] = (2 i + 1) q */
INLINE void make_table(summand *table, const uint64_t *q)
{
    const element factors = loaded(four_factors);
    element p = product(element_of(q, q + 4, one, q), element_of(one, one, one, q + 4), 0);
    table[0] = summand_of(p, factors);
    const summand twice = summand_of(doubled(p), factors);
    for (unsigned i = 1; i < TABLE_POINTS; i++) {
        p = added(p, twice, 0);
        table[i] = summand_of(p, factors);
    }
}

IFMA void mc_four_double_var(mc_four_fraction r, const mc_four_number *k, const mc_four_number *l, const uint64_t *q)
{
    summand table[TABLE_POINTS];
    make_table(table, q);
    element p = element_of(zero, one, one, zero);
    for (uint16_t i = k->length > l->length ? k->length : l->length; i--;) {
        p = doubled(p);
        for (unsigned j = 0; j < 2; j++) {
            const mc_four_number *number = j ? k : l;
            const int8_t digit = i < number->length ? number->digits[i] : 0;
            if (!digit)
                continue;
            const unsigned place = (unsigned)(digit < 0 ? -digit : digit) / 2;
            p = added(p, j ? loaded(four_wnaf[place]) : table[place], digit < 0 ? ALL_LANES : 0);
        }
    }
    store(r, p);
}

IFMA void mc_four_comb(mc_four_fraction r, const mc_four_columns *columns, const uint64_t *factor)
{
    element p = element_of(zero, factor, factor, zero);
    for (unsigned i = 0; i < 2 * MC_FOUR_ROWS; i++) {
        four_numbers entry;
        mc_lookup(entry, four_comb[i % 2 ? 0 : COMB_POINTS], sizeof entry, COMB_POINTS, columns->places[i]);
        if (i && i % 2 == 0)
            p = doubled(p);
        p = added(p, loaded(entry), columns->negative[i]);
    }
    store(r, p);
}

#endif
