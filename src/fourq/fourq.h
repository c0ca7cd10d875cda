/* FourQ: the points of order r of -x^2 + y^2 = 1 + d x^2 y^2 over F_p^2, p = 2^127 - 1, with two endomorphisms that
 * split a scalar into four parts of 64 bits (Costello and Longa 2015, eprint 2015/565; curves/fourq.json).
 *
 * The curve has 392 r points, and d is no square: the formulas below have no exceptional case on any of them. The
 * endomorphisms phi and psi are multiplications by numbers on the points of order r alone.
 *
 * Coefficients of elements are from 0 to p, where p is 0, too: FOURQ_WEAK below. Templates, as pairing/eta/eta.h says
 * of its own: constant time in points and scalars unless a name says _var. Outputs may alias inputs. */
#ifndef MC_FOURQ_H
#define MC_FOURQ_H

#include "motecurve/status.h"
#include "pairing/prime/fp2.h"

/* Kernels, which take the place of functions of fp2.h where their kernels for products in F_p do. Those of armv7 give
 * a b / 2, and elements of F_p^2 are held as twice themselves, so that products of such are right: FOURQ_HALVES. */
#define FOURQ_ARMV7                                                    1
#define FOURQ_THUMB                                                    2
#define FOURQ_AVR                                                      3
#define FOURQ_MSP430                                                   4
#define FOURQ_MPY32_MSP430                                             5
#define FOURQ_KERNELS_mul_reduce_operand_scanning_special_armv7        FOURQ_ARMV7
#define FOURQ_KERNELS_mul_reduce_karatsuba_special_thumb               FOURQ_THUMB
#define FOURQ_KERNELS_mul_reduce_karatsuba_folded_avr                  FOURQ_AVR
#define FOURQ_KERNELS_mul_reduce_operand_scanning_special_msp430       FOURQ_MSP430
#define FOURQ_KERNELS_mul_reduce_operand_scanning_mpy32_special_msp430 FOURQ_MPY32_MSP430
#define FOURQ_KERNELS                                                  MC_CONCATENATE(FOURQ_KERNELS_, MC_FP_MUL_REDUCE)
#if FOURQ_KERNELS == FOURQ_ARMV7
#define FOURQ_KERNEL(name) FP(MC_CONCATENATE(fourq_##name##_, armv7))
#elif FOURQ_KERNELS == FOURQ_THUMB
#define FOURQ_KERNEL(name) FP(MC_CONCATENATE(fourq_##name##_, thumb))
#elif FOURQ_KERNELS == FOURQ_AVR
#define FOURQ_KERNEL(name) FP(MC_CONCATENATE(fourq_##name##_, avr))
#elif FOURQ_KERNELS == FOURQ_MSP430
#define FOURQ_KERNEL(name) FP(MC_CONCATENATE(fourq_##name##_, msp430))
#elif FOURQ_KERNELS == FOURQ_MPY32_MSP430
#define FOURQ_KERNEL(name) FP(MC_CONCATENATE(fourq_##name##_, mpy32_msp430))
#endif
#if FOURQ_KERNELS
#define FOURQ_HAS_KERNELS 1
#else
#define FOURQ_HAS_KERNELS 0
#endif
#if FOURQ_KERNELS == FOURQ_ARMV7
#define FOURQ_HALVES 1
#else
#define FOURQ_HALVES 0
#endif
#if FOURQ_KERNELS == FOURQ_ARMV7 || FOURQ_KERNELS == FOURQ_THUMB
#define FOURQ_HAS_SQR_TIMES 1
#else
#define FOURQ_HAS_SQR_TIMES 0
#endif

#include MC_STRINGIFY(fourq/data/MC_FIELD.h) /* generated: FOURQ_D, ... */

/* FOURQ_WEAK: p fits the words of an element, and add, sub and mul of fp/ take p for 0: a sum of p and p is p, a
 * difference 0 - p is 0, and a product is below p^2 + 1. */
_Static_assert(FP_BITS == 127 && !FP_MONTGOMERY, "the maps and the powers of code.c are those of FourQ");

#define FOURQ_SCALAR_WORDS MC_WORDS(256) /* a scalar is any number of 256 bits */
#define FOURQ_PARTS        4
#define FOURQ_PART_WORDS   MC_WORDS(64)
#define FOURQ_PLACES       65 /* of the digits of a part, the last 0 or 1 */
#define FOURQ_ENTRIES      8  /* sums of a point and of some of its three images */

/* In no form, and reduced. */
typedef struct {
    fp2 x, y;
} EC(fourq_affine);

/* (X/Z, Y/Z), with ta tb = X Y / Z. */
typedef struct {
    fp2 x, y, z, ta, tb;
} EC(fourq_point);

/* Of a point with Z = 1: Y - X and X + Y, in this order, and 2 d T with T = ta tb. */
typedef struct {
    fp2 yx[2], t2;
} EC(fourq_constant);

/* The same of any point, and 2 Z. */
typedef struct {
    EC(fourq_constant) constant;
    fp2 z2;
} EC(fourq_summand);

/* Digits of the parts of a scalar: digit i of each is 0 or the sign at place i, the sign of place 64 is +. */
typedef struct {
    mc_word signs[FOURQ_PART_WORDS];                 /* bit i: + */
    mc_word bits[FOURQ_PARTS - 1][FOURQ_PART_WORDS]; /* bit i: whether digit i of the part is not 0 */
    uint8_t last;                                    /* bit j: whether digit 64 of part j + 1 is 1 */
} EC(fourq_digits);

/* Places for values of the functions below, which the caller of all wipes. */
typedef struct {
    fp2 place[4];
} EC(fourq_work);

/* Sums of a point P and those of phi(P), psi(P) and psi(phi(P)) whose bit is set in the index. */
typedef struct {
    EC(fourq_work) work;
    EC(fourq_summand) entries[FOURQ_ENTRIES];
    EC(fourq_point) sum, image;
} EC(fourq_table);

/* Of elements, with coefficients from 0 to p: r = a b, a^2, a + b, a - b and 2 a - b; and r[0] = a - b, r[1] = a + b,
 * where r[0] may be b and r[1] may be a. Of an element of F_p that is not held as twice itself: r = a^(2^count). */
#if FOURQ_HAS_KERNELS
#define fourq_mul            FOURQ_KERNEL(mul)
#define fourq_sqr            FOURQ_KERNEL(sqr)
#define fourq_add            FOURQ_KERNEL(add)
#define fourq_sub            FOURQ_KERNEL(sub)
#define fourq_twice_less     FOURQ_KERNEL(twice_less)
#define fourq_difference_sum FOURQ_KERNEL(difference_sum)
void fourq_mul(fp2 *r, const fp2 *a, const fp2 *b);
void fourq_sqr(fp2 *r, const fp2 *a);
void fourq_add(fp2 *r, const fp2 *a, const fp2 *b);
void fourq_sub(fp2 *r, const fp2 *a, const fp2 *b);
void fourq_twice_less(fp2 *r, const fp2 *a, const fp2 *b);
void fourq_difference_sum(fp2 *r, const fp2 *a, const fp2 *b);
#else
#define fourq_mul fp2_mul
#define fourq_sqr fp2_sqr
#define fourq_add fp2_add
#define fourq_sub fp2_sub
static inline void fourq_twice_less(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp2 difference;
    fp2_sub(&difference, a, b);
    fp2_add(r, a, &difference);
}
static inline void fourq_difference_sum(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp2 sum;
    fp2_add(&sum, a, b);
    fp2_sub(r, a, b);
    r[1] = sum;
}
#endif
#if FOURQ_HAS_SQR_TIMES
#define fourq_sqr_times FOURQ_KERNEL(sqr_times)
void fourq_sqr_times(mc_word *r, const mc_word *a, uint32_t count);
#else
static inline void fourq_sqr_times(mc_word *r, const mc_word *a, uint8_t count)
{
    for (FP(copy)(r, a); count; count--)
        fp_sqr(r, r);
}
#endif

/* From an element to the form in which it is held. */
static inline void fourq_to_form(fp2 *r)
{
    if (FOURQ_HALVES)
        fourq_add(r, r, r);
}
static inline void fourq_set_one(fp2 *r)
{
    fp2_set_small(r, 1 << FOURQ_HALVES);
}

/* point.c */
void EC(fourq_from_affine)(EC(fourq_point) *p, const EC(fourq_affine) *q);
/* r = the affine coordinates, below p; Z becomes its inverse. */
void EC(fourq_to_affine)(EC(fourq_affine) *r, EC(fourq_point) *p);
void EC(fourq_to_summand)(EC(fourq_summand) *r, const EC(fourq_point) *p);
/* The doubling reads X, Y, Z alone. */
void EC(fourq_double)(EC(fourq_point) *p, EC(fourq_work) *work);
/* p = p + q, and p - q if `negative` is 1 and not 0. Where memory has no cache, it may be secret. */
void EC(fourq_add_summand)(EC(fourq_point) *p, const EC(fourq_summand) *q, uint8_t negative, EC(fourq_work) *work);
void EC(fourq_add_constant)(EC(fourq_point) *p, const EC(fourq_constant) *q, uint8_t negative, EC(fourq_work) *work);
/* p = 392 p, which is of order r, or neutral. */
void EC(fourq_clear_cofactor)(EC(fourq_point) *p, EC(fourq_summand) *summand, EC(fourq_work) *work);
void EC(fourq_set_neutral)(EC(fourq_point) *p);
#if MC_HAS_DATA_CACHE
/* The entry of an index, a summand or a constant one, times -1 if negative is 1, with all of the table read. */
void EC(fourq_look_up)(fp2 *entry, const fp2 *table, uint8_t elements, uint8_t index, uint8_t negative);
#endif
mc_word EC(fourq_mask_neutral)(const EC(fourq_affine) *p);

/* maps.c: p = phi(p), p = psi(p), of X, Y, Z alone. */
void EC(fourq_phi)(EC(fourq_point) *p, EC(fourq_work) *work);
void EC(fourq_psi)(EC(fourq_point) *p, EC(fourq_work) *work);

/* split.c: digits of k with k = k0 + k1 phi + k2 psi + k3 phi psi on points of order r. */
void EC(fourq_split)(EC(fourq_digits) *digits, const mc_word *k);
/* The index of a table at a place below 64; negative = 1 if the sign there is -, else 0. */
uint8_t EC(fourq_index_at)(const EC(fourq_digits) *digits, uint8_t place, uint8_t *negative);

/* multiply.c: p = k p, and r = k q, for points of order r, or neutral. */
void EC(fourq_make_table)(EC(fourq_table) *t, const EC(fourq_point) *p);
void EC(fourq_multiply)(EC(fourq_point) *p, const mc_word *k);
void EC(fourq_multiply_affine)(EC(fourq_affine) *r, const mc_word *k, const EC(fourq_affine) *q);

/* multiply_base.c: p = k G; and p = k G + l p, where the addresses depend on k and l. */
void EC(fourq_multiply_base)(EC(fourq_point) *p, const mc_word *k);
void EC(fourq_multiply_double_var)(EC(fourq_point) *p, const mc_word *k, const mc_word *l);

/* code.c: bytes of points. Decoding returns MC_OK, or MC_ERROR_COORDINATE_RANGE, _NOT_ON_CURVE, _Y_BIT. */
mc_status EC(fourq_decode)(EC(fourq_affine) *r, const uint8_t *octets);
void EC(fourq_encode)(uint8_t *octets, const EC(fourq_affine) *p);
void EC(fourq_encode_element)(uint8_t *octets, const fp2 *a);
void EC(fourq_invert)(fp2 *r, const fp2 *a); /* in the form; the inverse of 0 is 0 */
void EC(fourq_from_form)(fp2 *r);            /* the element itself, reduced */

#endif
