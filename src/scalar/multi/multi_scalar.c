#include "scalar/multi/multi_scalar.h"

#include <string.h>

#include "curve/generator.h"
#include "scalar/tau/wtnaf.h"

#if HAS_MULTI_SCALAR

/* Tables that have an inversion in common: the numbers inverted at a time are counted in one byte. */
#define TABLES_AT_ONCE     16
#define INVERSIONS_AT_ONCE (TABLES_AT_ONCE * (MULTI_SCALAR_TABLE_POINTS - 1))

#define WINDOW_OF_G     6
#define TAU_WINDOW_OF_G 8

typedef struct {
    mc_word values[INVERSIONS_AT_ONCE][EC_WORDS], prefixes[INVERSIONS_AT_ONCE][EC_WORDS];
} inversions;

/* The odd multiples: 2 p of all points with one inversion, then the sums of 2 p with another. */
static void odd_multiples(EC(affine) *const *tables, uint8_t count, inversions *room, const MC_FLASH EC(curve) *curve)
{
    const uint8_t sums = MULTI_SCALAR_TABLE_POINTS - 1;
    EC(affine) twice[TABLES_AT_ONCE];
    ec_projective sum;
    for (uint8_t i = 0; i < count; i++) {
        ec_from_affine(&sum, &tables[i][0]);
        ec_double(&sum, &sum, curve);
        EC(point_split)(&twice[i], room->values[i], &sum);
    }
    ec_to_affine_each_var(twice, room->values, count, room->prefixes);
    for (uint8_t i = 0; i < count; i++) {
        ec_from_affine(&sum, &tables[i][0]);
        for (uint8_t j = 0; j < sums; j++) {
            ec_add_mixed_var(&sum, &sum, &twice[i], curve);
            EC(point_split)(&tables[i][j + 1], room->values[i * sums + j], &sum);
        }
    }
    field_inv_each_var(room->values, room->prefixes, (uint8_t)(count * sums));
    for (uint8_t i = 0; i < count; i++)
        for (uint8_t j = 0; j < sums; j++) {
            EC(affine) *point = &tables[i][j + 1];
            ec_to_affine_by_inverse(point, point->x, point->y, room->values[i * sums + j]);
        }
}

#if !FIELD_IS_PRIME
#define MULTI_SCALAR_TAU_WINDOW EC(wtnaf_window5)
_Static_assert(MULTI_SCALAR_WINDOW == 5, "the window of tau-adic digits is that of others");

/* The point in slot `slot` of a table before p is added: +-tau^power of an earlier point. */
static void stage(EC(affine) *table, uint8_t slot, int8_t mu)
{
    const MC_FLASH mc_wtnaf_step *step = &MULTI_SCALAR_TAU_WINDOW.steps[slot - 1];
    EC(affine) *point = &table[slot];
    *point = table[step->source];
    for (uint8_t i = 0; i < step->power; i++)
        EC(affine_frobenius)(point, point);
    if (step->negate_source ^ (mu < 0 && step->power & 1))
        EC(affine_negate)(point, point);
}

/* Adds p in slots first to end - 1 of a table, by the inverses of the differences of x; 0 stands for exceptional cases.
 */
static void add_in_slots(EC(affine) *table, uint8_t first, uint8_t end, mc_word (*inverses)[EC_WORDS],
                         const mc_word *exceptional, const MC_FLASH EC(curve) *curve)
{
    for (uint8_t slot = first; slot < end; slot++) {
        EC(affine) *point = &table[slot];
        if (exceptional[slot - first])
            EC(affine_add_var)(point, point, &table[0], curve);
        else
            EC(affine_add_distinct)(point, point, &table[0], inverses[slot - first], curve);
        if (MULTI_SCALAR_TAU_WINDOW.steps[slot - 1].negate_sum)
            EC(affine_negate)(point, point);
    }
}

/* As scalar/tau/table.c, a batch of the slots of all tables at a time. For points of prime order no case is
 * exceptional: the points added, and the sums, are alpha p for alpha of norms below every order (test_scalar.py
 * computes them). A single exceptional case would turn the inverses of all points to 0. */
static void tau_multiples(EC(affine) *const *tables, uint8_t count, inversions *room, const MC_FLASH EC(curve) *curve)
{
    const MC_FLASH mc_wtnaf_step *steps = MULTI_SCALAR_TAU_WINDOW.steps;
    const int8_t mu = EC_CURVE_KOBLITZ(curve)->mu;
    mc_word exceptional[INVERSIONS_AT_ONCE];
    for (uint8_t first = 1, end = 1; first < MULTI_SCALAR_TABLE_POINTS; first = end) {
        while (end < MULTI_SCALAR_TABLE_POINTS && steps[end - 1].batch == steps[first - 1].batch)
            end++;
        uint8_t pending = 0;
        for (uint8_t i = 0; i < count; i++)
            for (uint8_t slot = first; slot < end; slot++, pending++) {
                mc_word *difference = room->values[pending];
                stage(tables[i], slot, mu);
                field_add(difference, tables[i][0].x, tables[i][slot].x);
                exceptional[pending] = field_mask_zero(difference) | EC(affine_mask_infinity)(&tables[i][slot]);
                if (exceptional[pending])
                    field_set_small(difference, 1);
            }
        field_inv_each_var(room->values, room->prefixes, pending);
        for (uint8_t i = 0; i < count; i++) {
            const uint8_t before = (uint8_t)(i * (end - first));
            add_in_slots(tables[i], first, end, room->values + before, exceptional + before, curve);
        }
    }
}
#endif

void EC(multi_scalar_tables_var)(EC(affine) *const *tables, size_t count, const MC_FLASH EC(curve) *curve)
{
    inversions room;
    for (size_t done = 0; done < count; done += TABLES_AT_ONCE) {
        const uint8_t some = (uint8_t)(count - done < TABLES_AT_ONCE ? count - done : TABLES_AT_ONCE);
#if !FIELD_IS_PRIME
        if (EC_CURVE_KOBLITZ(curve)) {
            tau_multiples(tables + done, some, &room, curve);
            continue;
        }
#endif
        odd_multiples(tables + done, some, &room, curve);
    }
}

void EC(multi_scalar_set_table)(EC(multiple) *r, const EC(affine) *table)
{
    r->table = table;
    r->window = MULTI_SCALAR_WINDOW;
    r->length = 0;
}

uint8_t EC(multi_scalar_set_generator)(EC(multiple) *r, const MC_FLASH EC(curve) *curve)
{
    r->table = EC_GENERATOR_TABLE(curve, wnaf6);
    r->window = WINDOW_OF_G;
    r->length = 0;
#if !FIELD_IS_PRIME
    if (EC_CURVE_KOBLITZ(curve)) {
        r->table = EC_GENERATOR_TABLE_KOBLITZ(curve, wtnaf8);
        r->window = TAU_WINDOW_OF_G;
    }
#endif
    return r->table != NULL;
}

#if !FIELD_IS_PRIME
static const MC_FLASH mc_wtnaf_window *tau_window(const EC(multiple) *r)
{
    return r->window == TAU_WINDOW_OF_G ? &EC(wtnaf_window8) : &MULTI_SCALAR_TAU_WINDOW;
}
#endif

void EC(multi_scalar_set_scalar_var)(EC(multiple) *r, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
#if !FIELD_IS_PRIME
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    if (koblitz) {
        mc_word reduced[2][EC_HALF_WORDS];
        EC(tau_reduce)(reduced, k, &koblitz->subgroup, koblitz->mu);
        r->length = EC(recode_wtnaf_var)(r->digits, reduced, tau_window(r), koblitz->mu);
        return;
    }
#else
    (void)curve;
#endif
    r->length = EC(recode_wnaf_var)(r->digits, k, r->window);
}

/* The lowest bits of count bytes, at most `bits`, as a number. */
static void short_number(mc_word *k, uint8_t words, const uint8_t *octets, uint8_t count, uint16_t bits)
{
    mc_word number[MC_WORDS(MULTI_SCALAR_SHORT_BITS)] = {0};
    mc_words_from_octets(number, MC_WORDS(MULTI_SCALAR_SHORT_BITS), octets, count);
    memset(k, 0, words * sizeof *k);
    for (uint16_t i = 0; i < bits && i < 8 * count; i++)
        k[i / MC_WORD_BITS] |= (mc_word)(number[i / MC_WORD_BITS] & (mc_word)1 << i % MC_WORD_BITS);
}

#if !FIELD_IS_PRIME
/* k = a + b tau modulo n. Two such scalars differ by an element whose norm a^2 + mu a b + 2 b^2 is below 2^130, and so
 * below n but on tiny curves: no two are the same modulo n. */
static void set_short_tau(EC(multiple) *r, mc_word *k, const uint8_t *octets, const mc_word *tau_modulo_n,
                          const MC_FLASH EC(curve) *curve)
{
    const uint16_t most = curve->order_bits / 2;
    mc_word parts[2][EC_HALF_WORDS], b[EC_SCALAR_WORDS];
    for (uint8_t i = 0; i < 2; i++)
        short_number(parts[i], EC_HALF_WORDS, octets + i * MULTI_SCALAR_SHORT_BYTES / 2, MULTI_SCALAR_SHORT_BYTES / 2,
                     most);
    short_number(k, EC_SCALAR_WORDS, octets, MULTI_SCALAR_SHORT_BYTES / 2, most);
    short_number(b, EC_SCALAR_WORDS, octets + MULTI_SCALAR_SHORT_BYTES / 2, MULTI_SCALAR_SHORT_BYTES / 2, most);
    order_mul(b, b, tau_modulo_n, EC_CURVE_MODULUS(curve));
    order_add(k, k, b, EC_CURVE_MODULUS(curve));
    r->length = EC(recode_wtnaf_var)(r->digits, parts, tau_window(r), EC_CURVE_KOBLITZ(curve)->mu);
}

/* r = a modulo n in Montgomery form, for a of EC_HALF_WORDS in two's complement, less than n in size. */
static void from_signed(mc_word *r, const MC_FLASH mc_word *a, const MC_FLASH ORDER(modulus) *m)
{
    mc_word size[EC_HALF_WORDS];
    const uint8_t negative = a[EC_HALF_WORDS - 1] >> (MC_WORD_BITS - 1);
    for (uint8_t i = 0; i < EC_HALF_WORDS; i++)
        size[i] = a[i];
    if (negative)
        EC(lattice_negate)(size);
    memset(r, 0, EC_SCALAR_WORDS * sizeof *r);
    for (uint8_t i = 0; i < EC_HALF_WORDS && i < EC_SCALAR_WORDS; i++)
        r[i] = size[i];
    ORDER(to_form)(r, r, m);
    if (negative)
        ORDER(neg)(r, r, m);
}
#endif

/* delta = c + d tau maps points of prime order to infinity: tau is -c / d there. */
void EC(multi_scalar_tau)(mc_word *tau_modulo_n, const MC_FLASH EC(curve) *curve)
{
    memset(tau_modulo_n, 0, EC_SCALAR_WORDS * sizeof *tau_modulo_n);
#if !FIELD_IS_PRIME
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(curve);
    mc_word d[EC_SCALAR_WORDS];
    if (!koblitz)
        return;
    from_signed(d, koblitz->subgroup.minus_basis[1][0], EC_CURVE_MODULUS(curve));
    order_inv(d, d, EC_CURVE_MODULUS(curve));
    from_signed(tau_modulo_n, koblitz->subgroup.minus_basis[0][0], EC_CURVE_MODULUS(curve));
    order_mul(tau_modulo_n, tau_modulo_n, d, EC_CURVE_MODULUS(curve));
    ORDER(neg)(tau_modulo_n, tau_modulo_n, EC_CURVE_MODULUS(curve));
#else
    (void)curve;
#endif
}

void EC(multi_scalar_set_short_var)(EC(multiple) *r, mc_word *k, const uint8_t *octets, const mc_word *tau_modulo_n,
                                    const MC_FLASH EC(curve) *curve)
{
#if !FIELD_IS_PRIME
    if (EC_CURVE_KOBLITZ(curve)) {
        set_short_tau(r, k, octets, tau_modulo_n, curve);
        return;
    }
#endif
    (void)tau_modulo_n;
    short_number(k, EC_SCALAR_WORDS, octets, MULTI_SCALAR_SHORT_BYTES, curve->order_bits - 1);
    r->length = EC(recode_wnaf_var)(r->digits, k, r->window);
}

/* sum += digit times the point of a multiple. */
static void add_digit(ec_projective *sum, const EC(multiple) *multiple, int8_t digit, const MC_FLASH EC(curve) *curve)
{
    EC(affine) point;
    uint8_t index = (uint8_t)(digit < 0 ? -digit : digit) / 2;
#if !FIELD_IS_PRIME
    if (EC_CURVE_KOBLITZ(curve))
        index = tau_window(multiple)->digits[index].slot;
#endif
    point = multiple->table[index];
    if (digit < 0)
        EC(affine_negate)(&point, &point);
    ec_add_mixed_var(sum, sum, &point, curve);
}

void EC(multi_scalar_sum_var)(ec_projective *r, EC(multiple) *const *multiples, size_t count,
                              const MC_FLASH EC(curve) *curve)
{
    uint16_t length = 0;
    for (size_t j = 0; j < count; j++)
        length = multiples[j]->length > length ? multiples[j]->length : length;
    EC(point_set_infinity)(r);
    for (uint16_t i = length; i--;) {
#if !FIELD_IS_PRIME
        if (EC_CURVE_KOBLITZ(curve))
            ec_frobenius(r, r);
        else
#endif
            ec_double(r, r, curve);
        for (size_t j = 0; j < count; j++) {
            const int8_t digit = i < multiples[j]->length ? multiples[j]->digits[i] : 0;
            if (digit)
                add_digit(r, multiples[j], digit, curve);
        }
    }
}

#endif
