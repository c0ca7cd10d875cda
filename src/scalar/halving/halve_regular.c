/*---
name: halve-regular
family: scalar-mult
summary: digits of 2^M k modulo n all odd, met by halving the point, and a sum in lambda coordinates for each size of a
  digit: the same halvings and additions for every scalar
source: Knudsen 1999; Fong, Hankerson, Lopez and Menezes 2004; Joye and Tunstall 2009; Oliveira, Lopez, Aranha and
  Rodriguez-Henriquez 2013
domain: points of prime order and infinity, else MC_ERROR_SUBGROUP; 0 <= k < 2^l. The point is public. Exceptional cases
  of additions proved away or masked
requires: !FIELD_IS_PRIME
constant_time: same-trace
curves: binary
windows: 4, 5
uses: fb-mul-reduce, fb-mul-each, fb-sqr-reduce, fb-inv, fb-sqrt, fb-half-trace
halvings: ((order_bits + w - 2) // (w - 1) - 1) * (w - 1)
doublings: 1
additions: (order_bits + w - 2) // (w - 1) + 2 ** (w - 1) - 2
ram_table_bytes: 3 * 2 ** (w - 2) * n * W
---*/
#include "scalar/blinding.h"
#include "scalar/halving/halving.h"
#include "scalar/recode/digits.h"

#if !FIELD_IS_PRIME

#include "curve/binary/fb_formulas.h"

/* Let B = 2^(w-1), n < 2^t, D = ceil(t/(w-1)) and M = (D-1)(w-1). The odd one of 2^M k modulo n and of its opposite is
 * at most n < B^D, so it is a sum of d_s B^s for s < D with odd |d_s| < B and d_(D-1) > 0. With the halves P_j = P/2^j,
 * k P is the sum of d_s P_(M-(w-1)s), negated if the opposite was the odd one. Its terms come by descending s. Sum a is
 * for the digits 2 a + 1 and -(2 a + 1).
 *
 * Each sum begins as P_1 or -P_1, so that it is never infinity. By the signs of Thue and Morse, + - - + - + + - ...,
 * the sum of +-(2 a + 1) for a < 2^i is 0 for i > 1, so that these points cancel out in the end.
 *
 * Exceptional cases. Let a sum be m P_M: m = +-2^(M-1) plus terms +-B^s' of the digits that it has got, all s' > s. It
 * gets +-B^s P_M. An exception needs m = 0 or m = +-B^s modulo n. Let t be large.
 * - |m| + B^s < 2^(M-1) + B^(D-1) B/(B-1) < 2 B^(D-1), and B^(D-1) = 2^M <= 2^(t-1) < n. For s > 0, B divides m and
 *   B^s, and n is odd, so a multiple of n that they differ by is a multiple of B n > 2 B^(D-1): it is 0.
 * - m is not 0 or +-B^s. Without a digit it is +-2^(M-1), and w - 1 does not divide M - 1. The first addition, of P to
 *   +-P_1, is none of equal or opposite points either. Later |m| >= 2^(M-1) - B^(D-1)/(B-1), whether the sum has got
 *   the first digit or not, and B^s <= B^(D-2): 1/2 - 1/(B-1) > 1/B for B >= 8.
 *
 * There remains s = 0, whose addition is complete, as all are where t is small and the sums of sums in the end. */
#define HALVE_REGULAR_SUMS   HALVING_SUMS(MC_WINDOW)
#define HALVE_REGULAR_PLACES (MC_WINDOW - 1)
#define LEAST_BITS_PROVED    64

/* Adds the point to sums[index]; the index is secret. */
static void add_to_sum(EC(lambda) *sums, uint8_t index, const EC(affine_slope) *point, uint8_t complete,
                       const MC_FLASH EC(curve) *curve)
{
#if MC_HAS_DATA_CACHE
    EC(lambda) chosen = sums[0], *sum = &chosen;
    for (uint8_t a = 1; a < HALVE_REGULAR_SUMS; a++)
        EC(lambda_select)(sum, &sums[a], mc_word_mask_zero(a ^ index));
#else
    EC(lambda) *sum = &sums[index];
#endif
    if (complete || EC_SCALAR_BITS < LEAST_BITS_PROVED)
        EC(lambda_add_slope_complete)(sum, sum, point, curve);
    else
        EC(lambda_add_slope)(sum, sum, point);
#if MC_HAS_DATA_CACHE
    for (uint8_t a = 0; a < HALVE_REGULAR_SUMS; a++)
        EC(lambda_select)(&sums[a], sum, mc_word_mask_zero(a ^ index));
    mc_wipe(sum, sizeof *sum);
#endif
}

/* Adds d_s times the half to its sum: -(x, l) = (x, l + 1). */
static void add_digit(EC(lambda) *sums, EC(affine_slope) *half, const mc_word *odd, uint8_t s, uint8_t digits,
                      const MC_FLASH EC(curve) *curve)
{
    const uint8_t signs = EC(regular_signs)(odd, s, HALVE_REGULAR_PLACES, digits);
    const uint8_t negative = (uint8_t)mc_word_barrier((mc_word)((signs >> (HALVE_REGULAR_PLACES - 1)) - 1));
    const mc_word kept = half->y[0];
    half->y[0] = (mc_word)(half->y[0] ^ (negative & 1));
    add_to_sum(sums, (signs ^ negative) & (HALVE_REGULAR_SUMS - 1), half, s == 0, curve);
    half->y[0] = kept; /* public, which a second exchange would hide from the tests of secrets */
}

/* Every sum is P_1 or -P_1, the sign being the parity of the bits of its number. */
static void begin_sums(EC(lambda) *sums, const EC(affine_slope) *half)
{
    for (uint8_t a = 0; a < HALVE_REGULAR_SUMS; a++) {
        EC(lambda_from_slope)(&sums[a], half);
        sums[a].y[0] = (mc_word)(sums[a].y[0] ^ ((a ^ a >> 1 ^ a >> 2) & 1));
    }
}

MC_NOINLINE void halve_regular_sum_by_digit(EC(lambda) *sums, const mc_word *odd, uint8_t digits,
                                            const EC(affine) *p BLINDING_PARAMETER, const MC_FLASH EC(curve) *curve)
{
    EC(affine_slope) point, half;
    EC(affine_to_slope_var)(&point, p);
    half = point;
    ec_halve(&half, curve);
    begin_sums(sums, &half);
#if MC_BLINDS_COORDINATES
    for (uint8_t a = 0; a < HALVE_REGULAR_SUMS; a++)
        EC(lambda_scale)(&sums[a], blinding->factor, curve);
#endif
    add_digit(sums, &point, odd, (uint8_t)(digits - 1), digits, curve);
    uint8_t halvings = HALVE_REGULAR_PLACES - 1; /* one is done */
    for (uint8_t s = (uint8_t)(digits - 1); s--;) {
        for (; halvings; halvings--)
            ec_halve(&half, curve);
        halvings = HALVE_REGULAR_PLACES;
        add_digit(sums, &half, odd, s, digits, curve);
    }
}

/* r = the sum of (2 a + 1) sums[a], which are destroyed: 2 (the sum over a > 0 of those from a on) + all. */
static void sum_of_odd_multiples(EC(lambda) *r, EC(lambda) *sums, const MC_FLASH EC(curve) *curve)
{
    EC(lambda) *const tail = &sums[HALVE_REGULAR_SUMS - 1];
    *r = *tail;
    for (uint8_t a = HALVE_REGULAR_SUMS - 2; a; a--) {
        EC(lambda_add_complete)(tail, tail, &sums[a], curve);
        EC(lambda_add_complete)(r, r, tail, curve);
    }
    EC(lambda_add_complete)(tail, tail, &sums[0], curve);
    ec_counts_as(1, 0);
    EC(lambda_double)(r, r, curve);
    EC(lambda_add_complete)(r, r, tail, curve);
}

mc_status EC(MC_CONCATENATE(scalar_mult_halve_regular, MC_WINDOW))(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                                                   const MC_FLASH EC(curve) *curve)
{
    EC(blinding) blinding;
    mc_status status = EC(halving_status)(k, p, curve);
    ec_blinding_begin(&blinding, &status);
    EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p);
    const uint8_t enough = (uint8_t)((curve->order_bits + HALVE_REGULAR_PLACES - 1) / HALVE_REGULAR_PLACES);
    const uint8_t digits = enough < 2 ? 2 : enough; /* for P_1 to be there */
    mc_word scaled[EC_SCALAR_WORDS], odd[EC_SCALAR_WORDS];
    EC(lambda) sums[HALVE_REGULAR_SUMS], sum;
    EC(halving_scale)(scaled, k, (uint16_t)((digits - 1) * HALVE_REGULAR_PLACES), curve);
    const mc_word negative = EC(scalar_make_odd)(odd, scaled, curve);
    halve_regular_sum_by_digit(sums, odd, digits, p BLINDING_PASS(&blinding), curve);
    ec_blinding_end(&blinding);
    sum_of_odd_multiples(&sum, sums, curve);
    field_inv(sum.z, sum.z);
    EC(lambda_to_affine_by_inverse)(r, sum.x, sum.y, sum.z);
    EC(affine_negate_masked)(r, negative);
    mc_wipe(scaled, sizeof scaled);
    mc_wipe(odd, sizeof odd);
    mc_wipe(sums, sizeof sums);
    mc_wipe(&sum, sizeof sum);
    return MC_OK;
}

#endif
