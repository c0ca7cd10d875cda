/* Scalar multiplication. Every member of the family scalar-mult has the signature
 *
 *   mc_status EC(scalar_mult_<name>)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
 *                                    const MC_FLASH EC(curve) *curve);
 *
 * and computes r = k p for p on the curve (any point, infinity and points outside the prime-order subgroup
 * included, unless its header says otherwise) and k of EC_SCALAR_WORDS words with 0 <= k < 2^l, l = EC_SCALAR_BITS;
 * larger k gives MC_ERROR_SCALAR_RANGE and r zeroed. r may be p.
 *
 * A member of scalar-mult-base computes r = k G for the generator G, one of scalar-mult-double r = k G + l q for such k
 * and l and any q on the curve, unless its header says otherwise; r may be q:
 *
 *   mc_status EC(scalar_mult_base_<name>)(EC(affine) *r, const mc_word *k, const MC_FLASH EC(curve) *curve);
 *   mc_status EC(scalar_mult_double_<name>)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
 *                                           const MC_FLASH EC(curve) *curve);
 *
 * A member of scalar-mult-x computes the x-coordinate of k p from the one of p, for any x below the prime, be it that
 * of a point of the Montgomery curve or of its twist, of any order, and for such k. Infinity has x = 0, and so has (0,
 * 0). x and r are field elements in the field's form; r may be x:
 *
 *   mc_status EC(scalar_mult_x_<name>)(mc_word *r, const mc_word *k, const mc_word *x,
 *                                      const MC_FLASH EC(montgomery_curve) *curve);
 *
 * A member of ladder-step takes two points of a Montgomery curve, (X2 : Z2) and (X3 : Z3), four elements in a row, with
 * room for two more. It exchanges them if `swap` is 1, not if it is 0; then the first becomes its double and the second
 * their sum, given x of their difference and a24 = (A - 2)/4. The coordinates are
 * below 2 p before and after it, since kernels reduce no further:
 *
 *   void EC(ladder_step_<name>)(mc_word *points, const mc_word *x, mc_word swap, uint32_t a24);
 *
 * A member of doubling takes X, 2 Y, Z of a point of a Weierstrass curve over a prime field, three elements in a row
 * (scalar/multi/common_z.h), and az4 = a Z^4, which is a null pointer for a = 0; kernels are for other a. The sum
 * becomes its double, power (2 Y)^4 of the old Y:
 *
 *   void EC(doubling_<name>)(mc_word *sum, const mc_word *az4, mc_word *power);
 *
 * A member of addition adds x, 2 y of a point with Z = 1 to such a sum. Neither is infinity. Equal points give X = Z =
 * 0, opposite ones Z = 0 and another X. There are kernels alone:
 *
 *   void EC(addition_<name>)(mc_word *sum, const mc_word *entry);
 *
 * Members of jacobian-addition and jacobian-doubling do the same of Jacobian points, X, Y, Z; of doubling, those of a
 * point of a curve with a = -3, infinity too. Those families have kernels alone (curve/prime/fp_jacobian.c):
 *
 *   void EC(jacobian_addition_<name>)(mc_word *sum, const mc_word *entry);
 *   void EC(jacobian_doubling_<name>)(mc_word *point);
 *
 * A member of window-step makes 2^doublings P + Q of such a point P and of x, 2 y of a point Q with Z = 1, for
 * doublings > 0; a of the curve is a null pointer for 0, and kernels are for others. P is not infinity, 2^doublings P
 * neither Q nor -Q:
 *
 *   void EC(window_step_<name>)(mc_word *sum, const mc_word *entry, const mc_word *a, uint8_t doublings);
 *
 * A member of differences-step takes the elements of scalar/ladder/ladder_differences_list.c, two pairs first. It
 * exchanges the pairs if the mask is all ones, not if it is 0, and takes a step. There are kernels alone:
 *
 *   void EC(differences_step_<name>)(mc_word *elements, mc_word mask); */
#ifndef MC_SCALAR_H
#define MC_SCALAR_H

#include "curve/curve.h"

/* A step of a chain with the bases 2, 3 and 5: the sum is multiplied by 2^twos 3^threes 5^fives, then sign p is added,
 * sign being -1, 0 or 1. */
typedef struct {
    uint16_t twos, threes;
    uint8_t fives;
    int8_t sign;
} mc_chain_step;

#include "scalar/algorithms.h" /* generated: prototypes of every member */

/* A doubling; one in steps of a task pauses between products. */
#if !defined(MC_DOUBLING) || MC_STEPWISE
#undef MC_DOUBLING
#define MC_DOUBLING doubling_composed
#endif
#define ec_doubling EC(MC_DOUBLING)

/* An addition, if there is a kernel; a task pauses between products. */
#if defined(MC_ADDITION) && !MC_STEPWISE
#define ec_addition EC(MC_ADDITION)
#endif

/* Doublings and an addition; in steps of a task they pause between products. */
#if !defined(MC_WINDOW_STEP) || MC_STEPWISE
#undef MC_WINDOW_STEP
#define MC_WINDOW_STEP window_step_composed
#endif
#define ec_window_step EC(MC_WINDOW_STEP)

/* A step of the ladder on differences, if there is a kernel; a task pauses between products. */
#if defined(MC_DIFFERENCES_STEP) && !MC_STEPWISE
#define ec_differences_step EC(MC_DIFFERENCES_STEP)
#endif

/* A step of the ladder; one in steps of a task pauses between products. ec_ladder_steps takes many at once, if there
 * is a kernel (native/aarch64/montgomery.h). */
#if !defined(MC_LADDER_STEP) && MC_NATIVE_LADDER
#define MC_LADDER_STEP ladder_step_native
#if MC_NATIVE_AARCH64
#define ec_ladder_steps MC_CONCATENATE(mc_ladder_steps_, MC_FIELD)
#endif
#endif
#if !defined(MC_LADDER_STEP) && MC_HAS_RADIX51 && !defined(MC_COUNTING_HEADER)
#define MC_LADDER_STEP ladder_step_radix51
#endif
#if !defined(MC_LADDER_STEP) || MC_STEPWISE
#undef MC_LADDER_STEP
#define MC_LADDER_STEP ladder_step_composed
#endif
#define ec_ladder_step EC(MC_LADDER_STEP)

/* By secrets. Processors with little RAM name a member with a smaller table. */
#ifndef MC_SCALAR_MULT
#if FIELD_IS_PRIME
#define MC_SCALAR_MULT scalar_mult_regular_window5
#elif MC_HAS_HOST_TABLES
#define MC_SCALAR_MULT           scalar_mult_by_kind
#define ec_scalar_mult_validated EC(scalar_mult_by_kind_validated)
#else
#define MC_SCALAR_MULT scalar_mult_ladder
#endif
#endif
#ifndef ec_scalar_mult_validated
#define ec_scalar_mult_validated EC(MC_SCALAR_MULT)
#endif
/* By public values. */
#ifndef MC_SCALAR_MULT_VAR
#if !FIELD_IS_PRIME && MC_HAS_HOST_TABLES
#define MC_SCALAR_MULT_VAR scalar_mult_public_by_kind_var
#else
#define MC_SCALAR_MULT_VAR scalar_mult_wnaf4_var
#endif
#endif
#define ec_scalar_mult_var    EC(MC_SCALAR_MULT_VAR)
#define ec_scalar_mult_double EC(MC_SCALAR_MULT_DOUBLE)
#if MC_BLINDS_SCALARS
#define ec_scalar_mult_x EC(scalar_mult_x_blinded)
#else
#define ec_scalar_mult_x EC(MC_SCALAR_MULT_X)
#endif

/* scalar/by_kind.c, scalar/tau/regular_wtnaf_wide.c: the bound multiplication by secrets of points that are known to be
 * of prime order, which is not checked again. */
mc_status EC(scalar_mult_by_kind_validated)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                            const MC_FLASH EC(curve) *curve);
mc_status EC(scalar_mult_validated_wide)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                         const MC_FLASH EC(curve) *curve);

/* The members that layers above take for secrets: the bound ones, or scalar/split.c where scalars are blinded. */
#define ec_scalar_mult_whole      EC(MC_SCALAR_MULT)
#define ec_scalar_mult_base_whole EC(MC_SCALAR_MULT_BASE)
#if MC_BLINDS_SCALARS
#define ec_scalar_mult      EC(scalar_mult_split)
#define ec_scalar_mult_base EC(scalar_mult_base_split)
#undef ec_scalar_mult_validated
#define ec_scalar_mult_validated ec_scalar_mult
#else
#define ec_scalar_mult      ec_scalar_mult_whole
#define ec_scalar_mult_base ec_scalar_mult_base_whole
#endif

/* Where the ladder of binary curves is bound, scalar/ladder/ladder_fraction.c gives x of k q alone, as a fraction, and
 * takes less RAM: q is of prime order n, and 0 < k < n as bytes, most significant first, as many as n has. q->x becomes
 * the numerator, q->y the denominator, which is 0 for infinity, none of these multiples. */
#define EC_IS_LADDER_scalar_mult_ladder 1
#if !FIELD_IS_PRIME && MC_CONCATENATE(EC_IS_LADDER_, MC_SCALAR_MULT) && !MC_BLINDS_SCALARS
#define ec_scalar_mult_fraction EC(scalar_mult_ladder_fraction)
mc_status ec_scalar_mult_fraction(EC(affine) *q, const uint8_t *k, const MC_FLASH EC(curve) *curve);
#endif

/* Where scalar/ladder/ladder_x_only_list.c is bound, scalar/ladder/x_fraction.h gives it instead; and where
 * scalar/ladder/ladder_differences_list.c is, which serves most curves itself. */
#define EC_IS_LIST_scalar_mult_ladder_x_only_list             1
#define EC_IS_LIST_scalar_mult_ladder_differences_list        1
#define EC_IS_DIFFERENCES_scalar_mult_ladder_differences_list 1
#ifdef MC_SINGLE_CURVE
#define EC_SUITS_DIFFERENCES(curve)                                                                                    \
    (EC_CURVE_COFACTOR(curve) == 1 && EC_CURVE_A_CLASS(curve) != 0 &&                                                  \
     MC_CONCATENATE(MC_CURVE_ORDER_BITS_, MC_SINGLE_CURVE) == EC_SCALAR_BITS)
#define EC_TAKES_DIFFERENCES                                                                                           \
    (FIELD_IS_PRIME && MC_CONCATENATE(EC_IS_DIFFERENCES_, MC_SCALAR_MULT) && EC_SUITS_DIFFERENCES(curve))
#else
#define EC_SUITS_DIFFERENCES(curve)                                                                                    \
    ((curve)->cofactor == 1 && (curve)->a_class != 0 && (curve)->order_bits == EC_SCALAR_BITS)
#define EC_TAKES_DIFFERENCES 0
#endif
#if FIELD_IS_PRIME && MC_CONCATENATE(EC_IS_LIST_, MC_SCALAR_MULT) && !MC_BLINDS_SCALARS
#if EC_TAKES_DIFFERENCES
#define ec_scalar_mult_x_fraction EC(differences_x_fraction)
#define ec_ladder_validate        EC(differences_validate)
#else
#define ec_scalar_mult_x_fraction EC(scalar_mult_x_fraction)
#define ec_ladder_validate        EC(ladder_validate)
#endif
#endif

/* Where an image for size also computes k G by that ladder (base_generic.c), scalar/ladder/x_fraction.h gives the whole
 * point in the memory of the ladder. */
#define EC_IS_GENERIC_scalar_mult_base_generic 1
#if MC_PREFER_SIZE && defined(ec_scalar_mult_x_fraction) && !EC_TAKES_DIFFERENCES &&                                   \
    MC_CONCATENATE(EC_IS_GENERIC_, MC_SCALAR_MULT_BASE)
#define ec_scalar_mult_base_within EC(scalar_mult_base_within)
#endif

/* Where scalar/double/double_bits_list.c is bound, or double_naf_list.c, it gives x of k G + l q alone, as a fraction,
 * and takes less RAM: q is not infinity, and k, l < 2^l. q->x becomes the numerator, q->y the denominator, which is 0
 * for infinity. In images for size of a curve whose numbers modulo n and modulo p are alike the second is not divided
 * by: the numerator is compared (protocol/ecdsa/ecdsa_verify.c). It is not 0 for infinity, unless k and l are. */
#define EC_IS_LIST_scalar_mult_double_bits_list_var 1
#define EC_IS_NAF_scalar_mult_double_naf_list_var   1
#if FIELD_IS_PRIME && MC_CONCATENATE(EC_IS_LIST_, MC_SCALAR_MULT_DOUBLE)
#define ec_scalar_mult_double_fraction EC(scalar_mult_double_fraction_var)
#elif FIELD_IS_PRIME && MC_CONCATENATE(EC_IS_NAF_, MC_SCALAR_MULT_DOUBLE)
#define ec_scalar_mult_double_fraction EC(scalar_mult_double_naf_fraction_var)
#if FIELD_IS_LIKE_ORDER
#define EC_COMPARES_FRACTIONS
#endif
#endif
#ifdef ec_scalar_mult_double_fraction
void ec_scalar_mult_double_fraction(EC(affine) *q, const mc_word *k, const mc_word *l, const MC_FLASH EC(curve) *curve);
#endif

/* The same where scalar/double/double_common_z_wmof.c is, in such images; k or l is not 0. */
#define EC_WINDOW_OF_scalar_mult_double_common_z_wmof4_var 4
#define EC_WINDOW_OF_scalar_mult_double_common_z_wmof5_var 5
#if FIELD_IS_LIKE_ORDER && MC_CONCATENATE(EC_WINDOW_OF_, MC_SCALAR_MULT_DOUBLE)
#define EC_COMPARES_FRACTIONS
#define ec_scalar_mult_double_fraction EC(double_common_z_fraction)
void ec_scalar_mult_double_fraction(EC(affine) *q, const mc_word *k, const mc_word *l, const MC_FLASH EC(curve) *curve);
#endif

/* Defined where double multiplications on Edwards curves run the lists of curve/prime/fp_extended_list.h. */
#define EC_IS_LIST_scalar_mult_double_edwards_list_var      1
#define EC_IS_LIST_scalar_mult_double_edwards_mof_list3_var 1
#define EC_IS_LIST_scalar_mult_double_edwards_mof_list4_var 1
#define EC_IS_LIST_scalar_mult_double_edwards_mof_list5_var 1
#if FIELD_HAS_EDWARDS_CURVES && MC_CONCATENATE(EC_IS_LIST_, MC_SCALAR_MULT_DOUBLE)
#define ec_extended_list
#endif

/* Where ec_scalar_mult_base_pair is defined, r[0] = k G and r[1] = l G with one inversion, on Edwards curves; an error
 * leaves both undefined. */
#if FIELD_HAS_EDDSA_CURVES && defined(MC_SCALAR_MULT_BASE_PAIR) && !MC_BLINDS_SCALARS
#define ec_scalar_mult_base_pair EC(MC_SCALAR_MULT_BASE_PAIR)
mc_status ec_scalar_mult_base_pair(EC(affine) *r, const mc_word *k, const mc_word *l, const MC_FLASH EC(curve) *curve);
#endif

/* scalar/ladder/ladder_blinded.c: as a member of scalar-mult-x, of k plus a random multiple of the number of points. */
#if FIELD_HAS_MONTGOMERY_CURVES
mc_status EC(scalar_mult_x_blinded)(mc_word *r, const mc_word *k, const mc_word *x,
                                    const MC_FLASH EC(montgomery_curve) *curve);
#endif

/* scalar/split.c: the same by the bound members, of two random scalars that add up to k modulo n; p is of prime order
 * n. Not on Montgomery curves, where points cannot be added by their x-coordinates, and have one of four orders. */
mc_status EC(scalar_mult_split)(EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve);
mc_status EC(scalar_mult_base_split)(EC(affine) *r, const mc_word *k, const MC_FLASH EC(curve) *curve);

/* Bit i of k; constant time in k. */
static inline uint8_t EC(scalar_bit)(const mc_word *k, uint16_t i)
{
    return k[i / MC_WORD_BITS] >> (i % MC_WORD_BITS) & 1;
}

/* MC_OK for k < 2^l, else MC_ERROR_SCALAR_RANGE. Only the bits from l on, which are public, take part: the barrier
 * keeps compilers from comparing the whole word, in which the secret ones are. */
static inline mc_status EC(scalar_status)(const mc_word *k)
{
#if EC_SCALAR_BITS % MC_WORD_BITS
    const mc_word above = mc_word_barrier(k[EC_SCALAR_WORDS - 1] >> (EC_SCALAR_BITS % MC_WORD_BITS));
    return above ? MC_ERROR_SCALAR_RANGE : MC_OK;
#else
    (void)k;
    return MC_OK;
#endif
}

/* Statements that return from a multiplication which ends before it begins: status is an error or, of the second, p is
 * infinity. r is then infinity. (No functions: these change the code of motes.) */
#define EC_RETURN_IF(condition, r, status)                                                                             \
    do {                                                                                                               \
        if (condition) {                                                                                               \
            EC(affine_set_infinity)(r);                                                                                \
            return status;                                                                                             \
        }                                                                                                              \
    } while (0)
#define EC_RETURN_IF_ERROR(r, status) EC_RETURN_IF((status) != MC_OK, r, status)
#define EC_RETURN_IF_ERROR_OR_INFINITY(r, status, p)                                                                   \
    EC_RETURN_IF((status) != MC_OK || EC(affine_mask_infinity)(p), r, status)

/* For a curve without the table of multiples of its generator that an algorithm reads. */
static inline mc_status EC(no_table)(EC(affine) *r)
{
    EC(affine_set_infinity)(r);
    return MC_ERROR_UNSUPPORTED;
}

/* Family recoding: digits of k < 2^l, least significant first, k = sum of digits[i] 2^i, in a buffer of RECODE_DIGITS,
 * which is filled up with zeros; returns the number of digits up to the last that is not 0. Windows of those that have
 * none are ignored. */
#define RECODE_DIGITS (EC_SCALAR_BITS + 1)

/* A member of recoding-joint writes the digits of k and of l < 2^l below one another, at most JOINT_DIGITS columns, the
 * least significant first, and returns how many: the top column is not 0. */
#define JOINT_DIGITS (EC_SCALAR_BITS + 1)
/* scalar/double/joint_table.c: the points q, G - q, G and G + q, for the columns (u, v) of digits -1, 0, 1 with 3 u + v
 * = 1 to 4; the other columns are their negatives. Any q. */
#define JOINT_TABLE_POINTS 4
void EC(joint_table_var)(EC(affine) *table, const EC(affine) *q, const MC_FLASH EC(curve) *curve);

/* A member of recoding-chain writes the steps that make k p from 0, the last one first; their number is at most
 * CHAIN_STEPS, and 0 for k = 0. The first one to be done, at the end, is to set the sum to p. scalar/chain/chain.c. */
#define CHAIN_STEPS (EC_SCALAR_BITS / 2 + 2)
uint16_t EC(chain_convert_var)(mc_chain_step *steps, const mc_word *k, uint8_t with_fives);
/* r = sum of the chain, which has steps; any p; r may be p. */
void EC(chain_multiply_var)(EC(affine) *r, const mc_chain_step *steps, uint16_t length, const EC(affine) *p,
                            const MC_FLASH EC(curve) *curve);

/* scalar/make_odd.c: odd = k modulo n if that is odd, else n less that, so that it is at most n; returns ~0 in the
 * second case, else 0. Constant time. */
mc_word EC(scalar_make_odd)(mc_word *odd, const mc_word *k, const MC_FLASH EC(curve) *curve);

/* scalar/window/multiples.c: table[i] = (2 i + 1) p for i < count; of the second (i + 1) p, 1 < count; of the third 2^i
 * p. p is not infinity. scratch: 2 count elements, of the third 2 min(count, DOUBLINGS_AT_ONCE). */
void EC(wnaf_table_var)(EC(affine) *table, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                        const MC_FLASH EC(curve) *curve);
void EC(multiples_table_var)(EC(affine) *table, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                             const MC_FLASH EC(curve) *curve);
#define DOUBLINGS_AT_ONCE 32 /* to have one inversion in common */
void EC(doublings_table_var)(EC(affine) *table, uint16_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
                             const MC_FLASH EC(curve) *curve);

#endif
