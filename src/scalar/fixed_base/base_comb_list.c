/*---
name: comb-list
family: scalar-mult-base
summary: the comb with one table in flash, its formulas as lists of operations that a loop reads; little code
source: Lim and Lee 1994; Hedabou, Pinel and Beneteau 2005; Feng, Zhu, Zhao and Li 2006; formulas: hankerson2004
  Section 3.2.2
domain: curves with tables of multiples of their generator (codegen/generator_tables.py), else MC_ERROR_UNSUPPORTED;
  0 <= k < 2^l; where the last addition may double a point, comb-one-table
curves: prime
requires: FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES
constant_time: same-trace
windows: 4
uses: fp-mul-reduce, order-inv
flash_table_bytes: 2 ** w * n * W
doublings: (l + w) // w - 1
additions: (l + w) // w - 1
---*/
/* The digits, their columns and the exceptional cases are those of base_comb.h with one table. The last addition needs
 * no mask: it adds a column c to 2 s, and 2 s + c is an odd k, 0 < k <= n. For 2 s = -c modulo n, k is n, and Z
 * becomes 0. For 2 s = c modulo n, k - 2 c, which is odd, is n, so that c < 0. Digit b_j of c is bit j ROWS + 1 of
 * k = n + 2 c: where that bit of n is 0 the digit is 1, else it is -1, and nothing is carried; so c < 0 only if the bit
 * of n at the last tooth is 1. */
#include "curve/generator.h"
#include "curve/lookup.h"
#include "curve/prime/fp_jacobian_list.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#include <string.h>

#if FIELD_IS_PRIME && !FIELD_HAS_EDWARDS_CURVES

#define TEETH     MC_WINDOW
#define ROWS      ((EC_SCALAR_BITS + TEETH) / TEETH)
#define TOP       (TEETH * ROWS) /* bit of k for the last digit, which is 1 */
#define LAST_BIT  ((TEETH - 1) * ROWS + 1)
#define COMB_BITS (TOP - ROWS + 4) /* of orders for which base_comb.h proves the additions before the last */
#define ODD_WORDS (TOP / MC_WORD_BITS + 1)

MC_INLINE mc_word suits(const MC_FLASH EC(curve) *curve)
{
    return EC_CURVE_COFACTOR(curve) == 1 && curve->order_bits == EC_SCALAR_BITS && EC_SCALAR_BITS >= COMB_BITS &&
           !(EC_CURVE_MODULUS(curve)->n[LAST_BIT / MC_WORD_BITS] >> LAST_BIT % MC_WORD_BITS & 1);
}

#if FIELD_IS_LIKE_ORDER && !defined(__AVR__)

/* r = a, or m - a if the mask is all ones; for a in flash, too. */
MC_NOINLINE void copy_or_negate(mc_word *r, const mc_word *a, mc_word mask, const ORDER(modulus) *m)
{
    const uintptr_t own = (uintptr_t)a, chosen = own ^ ((own ^ (uintptr_t)m->n) & mask);
    ORDER(sum)(r, (const mc_word *)chosen, a, mask);
}

/* odd = k or n - k. Returns ~0 in the second case, else 0. */
MC_INLINE mc_word make_odd(mc_word *odd, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    ORDER(reduce_once)(odd, k, 0, EC_CURVE_MODULUS(curve));
    const mc_word even = mc_word_barrier((mc_word)((odd[0] & 1) - 1));
    copy_or_negate(odd, odd, even, EC_CURVE_MODULUS(curve));
    return even;
}

/* y is not 0: the order of the points is odd. */
MC_INLINE void read_column(mc_word (*point)[EC_WORDS], const MC_FLASH EC(affine) *table, uint8_t index, mc_word mask)
{
    field_copy(point[0], table[index].x);
    copy_or_negate(point[1], table[index].y, mask, FP_PRIME_AS_ORDER);
}

/* Images for size invert modulo the order, and by that modulo the prime. */
#define comb_inv(r, a) order_inv(r, a, FP_PRIME_AS_ORDER)

#else

#define make_odd(odd, k, curve) EC(scalar_make_odd)(odd, k, curve)
#define comb_inv                field_inv

MC_INLINE void read_column(mc_word (*point)[EC_WORDS], const MC_FLASH EC(affine) *table, uint8_t index, mc_word mask)
{
    EC(affine_lookup_flash)((EC(affine) *)point, table, 1 << (TEETH - 1), index);
    EC(affine_negate_masked)((EC(affine) *)point, mask);
}

#endif

/* Without squares, which may be in no other place of an image. */
MC_NOINLINE void run(mc_word (*e)[EC_WORDS], const MC_FLASH uint8_t *list)
{
    list_run_by(e, list, 0);
}

/* x and y of the point of column i, with the other sign if flip is ~0. */
MC_NOINLINE void column(mc_word (*point)[EC_WORDS], const mc_word *odd, mc_word flip, uint8_t i,
                        const MC_FLASH EC(affine) *table)
{
    uint8_t signs = 0;
    for (uint16_t place = (uint16_t)(TOP + 1 + i); place > ROWS;) {
        place = (uint16_t)(place - ROWS);
        signs = (uint8_t)((uint8_t)(signs << 1) | EC(scalar_bit)(odd, place));
    }
    const mc_word negative = mc_word_barrier((mc_word)((mc_word)(signs >> (TEETH - 1)) - 1));
    read_column(point, table, (uint8_t)((signs ^ negative) & ((1 << (TEETH - 1)) - 1)), negative ^ flip);
}

/* The sum of the columns. */
MC_INLINE void add_columns(mc_word (*e)[EC_WORDS], const mc_word *k, const MC_FLASH EC(affine) *table,
                           const MC_FLASH EC(curve) *curve BLINDING_PARAMETER)
{
    mc_word odd[ODD_WORDS];
    odd[ODD_WORDS - 1] = 0;
    const mc_word flip = make_odd(odd, k, curve);
    odd[TOP / MC_WORD_BITS] |= (mc_word)1 << TOP % MC_WORD_BITS;
#if LIST_READS_A
    field_from_flash(e[SUM_MINUS_A], curve->a);
    field_negate(e[SUM_MINUS_A], e[SUM_MINUS_A]);
#endif
    uint8_t i = ROWS - 1;
    column(e + SUM_X, odd, flip, i, table);
    field_set_small(e[SUM_Z], 1);
    ec_blind_point((ec_projective *)e[SUM_X], blinding, curve);
    while (i--) {
        ec_counts_as(1, 1);
        run(e, sum_list_doubling);
        column(e + ADD_X, odd, flip, i, table);
        run(e, sum_list_difference);
        run(e, sum_list_addition);
    }
    mc_wipe(odd, sizeof odd);
}

mc_status EC(MC_CONCATENATE(scalar_mult_base_comb_list, MC_WINDOW))(EC(affine) *r, const mc_word *k,
                                                                    const MC_FLASH EC(curve) *curve)
{
    if (!suits(curve))
        return EC(MC_CONCATENATE(scalar_mult_base_comb_one_table, MC_WINDOW))(r, k, curve);
    const MC_FLASH EC(affine) *table = EC_GENERATOR_TABLE(curve, MC_CONCATENATE(comb_one_table, MC_WINDOW));
    if (!table)
        return EC(no_table)(r);
    EC(blinding) blinding;
    mc_status status = EC(scalar_status)(k);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR(r, status);
    mc_word e[SUM_ELEMENTS][EC_WORDS];
    add_columns(e, k, table, curve BLINDING_PASS(&blinding));
    ec_blinding_end(&blinding);
    comb_inv(e[SUM_Z], e[SUM_Z]);
    run(e, sum_list_quotients);
    memcpy(r, e[SUM_X], sizeof *r);
    mc_wipe(e, sizeof e);
    return MC_OK;
}

#endif
