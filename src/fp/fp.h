/* Integers modulo an odd prime p: elements of a prime field, and numbers modulo a group order.
 *
 * Files of fp/ that include this are templates, compiled once per prime field (-DMC_FIELD=fp256r1: the modulus is a
 * constant, the functions have no parameter for it) and once per size of group order (-DMC_FIELD=order256: the modulus
 * is the last parameter, m). FP(f) makes their names: mc_fp256r1_f, mc_order256_f. FP_M and FP_PASS stand for the
 * modulus in lists of parameters and of arguments.
 *
 * An element is FP_WORDS words, least significant first, below p in every input and every output. Every function is
 * constant time unless its name says _var; outputs may alias inputs.
 *
 * Elements are held in Montgomery form where FP_MONTGOMERY is 1: a R mod p with R = 2^(FP_WORDS MC_WORD_BITS). The
 * field's header decides; numbers modulo a group order are held so where a function says it. */
#ifndef MC_FP_H
#define MC_FP_H

#include "field/field.h"
#include "native/api.h"
#include "word/pace.h"

#define FP(name) EC(name)
#define FP_WORDS MC_WORDS(FP_BITS)

#ifdef FP_RUNTIME_MODULUS
#define FP_M       , const MC_FLASH FP(modulus) *m
#define FP_PASS    , m
#define FP_MODULUS m
#else
#define FP_M
#define FP_PASS
#define FP_MODULUS (&FP(prime))
#endif

/* Loops over few words are unrolled where there is room: the words of a prime are then constants in the code. */
#if FP_WORDS > 9 || !MC_HAS_DATA_CACHE
#define FP_UNROLL
#elif defined(__clang__)
#define FP_UNROLL _Pragma("unroll")
#else
#define FP_UNROLL _Pragma("GCC unroll 18")
#endif

/* mc_wipe for the short life of an element in a product: in line on hosts, where the call costs more than the stores.
 */
MC_INLINE void fp_wipe(void *buffer, size_t bytes)
{
#if MC_HAS_DATA_CACHE
    __builtin_memset(buffer, 0, bytes);
    __asm__ volatile("" : : "r"(buffer) : "memory");
#else
    mc_wipe(buffer, bytes);
#endif
}

/* Whether mul_reduce_montgomery_native, its square, add_native and sub_native exist. */
#define FP_NATIVE_MONTGOMERY (MC_NATIVE_MONTGOMERY(FP_WORDS) || MC_NATIVE_PRIME)

/* A modulus with its Montgomery constants; generated, kept in flash. */
typedef struct {
    mc_word n[FP_WORDS];
#if !MC_PREFER_SIZE
    mc_word r[FP_WORDS]; /* R mod n: 1 in Montgomery form */
#endif
#if MC_HAS_R_SQUARED
    mc_word r_squared[FP_WORDS]; /* R^2 mod n */
#endif
    mc_word minus_n_inverse; /* -1/n mod 2^MC_WORD_BITS */
} FP(modulus);

#ifndef FP_RUNTIME_MODULUS
/* The prime. Hosts have it in every object, so that the compiler computes with its words as constants. */
#if MC_HAS_DATA_CACHE
#include MC_STRINGIFY(fp/data/MC_FIELD.h) /* generated: FP_PRIME */
__attribute__((unused)) static const FP(modulus) FP(prime) = FP_PRIME;
#else
extern const MC_FLASH FP(modulus) FP(prime); /* fp/prime.c */
#endif
#endif

/* Whether numbers modulo the prime and modulo orders are alike, so that functions of fp/order.h compute with both. */
#if !defined(FP_RUNTIME_MODULUS) && FP_MONTGOMERY && FP_BITS == EC_SCALAR_BITS
#define FP_IS_LIKE_ORDER 1
#include "fp/order.h"
#define FP_PRIME_AS_ORDER ((const MC_FLASH ORDER(modulus) *)FP_MODULUS)
#else
#define FP_IS_LIKE_ORDER 0
#endif

/* Whether p = 2^FP_BITS - c with c so small that folds of a product are by one word. */
#ifdef FP_PSEUDO_MERSENNE_C
#define FP_HAS_SMALL_FOLD (FP_PSEUDO_MERSENNE_C < 32 && FP_WORDS > 1 && FP_WORDS * MC_WORD_BITS == FP_BITS + 1)
#else
#define FP_HAS_SMALL_FOLD 0
#endif

/* r = R^2 mod n, which images without the constant compute. */
#if !MC_HAS_R_SQUARED
#define FP_SET_R_SQUARED(r) (FP(set_small)(r, 1 FP_PASS), FP(to_form)(r, r FP_PASS))
#else
#define FP_SET_R_SQUARED(r) FP(from_flash)(r, FP_MODULUS->r_squared)
#endif

#include "fp/algorithms.h" /* generated: prototypes of every member of every family */

/* The members that this build binds (word/config.h); products and reduction by the form of the elements. */
#if FP_MONTGOMERY && FP_NATIVE_MONTGOMERY
#define FP_DEFAULT_REDUCE     reduce_montgomery
#define FP_DEFAULT_MUL_REDUCE mul_reduce_montgomery_native
#define FP_DEFAULT_SQR_REDUCE sqr_reduce_montgomery_native
#elif FP_MONTGOMERY
#define FP_DEFAULT_REDUCE     reduce_montgomery
#define FP_DEFAULT_MUL_REDUCE mul_reduce_montgomery_cios
#define FP_DEFAULT_SQR_REDUCE sqr_reduce_multiply
#elif MC_NATIVE_MODULAR
#define FP_DEFAULT_REDUCE     reduce_special
#define FP_DEFAULT_MUL_REDUCE mul_reduce_native
#define FP_DEFAULT_SQR_REDUCE sqr_reduce_native
#else
#define FP_DEFAULT_REDUCE     reduce_special
#define FP_DEFAULT_MUL_REDUCE mul_reduce_composed
#define FP_DEFAULT_SQR_REDUCE sqr_reduce_composed
#endif
#if FP_NATIVE_MONTGOMERY
#define FP_DEFAULT_ADD add_native
#define FP_DEFAULT_SUB sub_native
#elif MC_PREFER_SIZE
#define FP_DEFAULT_ADD add_sums
#define FP_DEFAULT_SUB sub_sums
#else
#define FP_DEFAULT_ADD add_modular
#define FP_DEFAULT_SUB sub_modular
#endif
#ifndef MC_FP_ADD
#define MC_FP_ADD FP_DEFAULT_ADD
#endif
#ifndef MC_FP_SUB
#define MC_FP_SUB FP_DEFAULT_SUB
#endif
#ifndef MC_FP_REDUCE
#define MC_FP_REDUCE FP_DEFAULT_REDUCE
#endif
#ifndef MC_FP_MUL_REDUCE
#define MC_FP_MUL_REDUCE FP_DEFAULT_MUL_REDUCE
#endif
#ifndef MC_FP_SQR_REDUCE
#define MC_FP_SQR_REDUCE FP_DEFAULT_SQR_REDUCE
#endif
#ifdef FP_RUNTIME_MODULUS
#ifndef MC_ORDER_ADD
#define MC_ORDER_ADD FP_DEFAULT_ADD
#endif
#ifndef MC_ORDER_SUB
#define MC_ORDER_SUB FP_DEFAULT_SUB
#endif
#ifndef MC_ORDER_MUL_REDUCE
#define MC_ORDER_MUL_REDUCE FP_DEFAULT_MUL_REDUCE
#endif
#ifndef MC_ORDER_SQR_REDUCE
#define MC_ORDER_SQR_REDUCE FP_DEFAULT_SQR_REDUCE
#endif
#endif
#define fp_mul_unreduced FP(MC_FP_MUL)
#define fp_sqr_unreduced FP(MC_FP_SQR)
#ifdef FP_RUNTIME_MODULUS
#define fp_reduce  FP(reduce_montgomery)
#define fp_add     FP(MC_ORDER_ADD)
#define fp_sub     FP(MC_ORDER_SUB)
#define fp_mul     FP(MC_PACED(MC_ORDER_MUL_REDUCE, mul_paced))
#define fp_sqr     FP(MC_PACED(MC_ORDER_SQR_REDUCE, sqr_paced))
#define fp_inv     FP(MC_ORDER_INV)
#define fp_inv_var FP(MC_ORDER_INV_VAR)
#else
#define fp_reduce                         FP(MC_FP_REDUCE)
#define fp_add                            FP(MC_FP_ADD)
#define fp_sub                            FP(MC_FP_SUB)
#define fp_mul                            FP(MC_PACED(MC_FP_MUL_REDUCE, mul_paced))
#define fp_sqr                            FP(MC_PACED(MC_FP_SQR_REDUCE, sqr_paced))
#define fp_mul_small                      FP(MC_FP_MUL_SMALL)
/* Whether a squaring is bound that is not a multiplication. */
#define FP_IS_PRODUCT_sqr_reduce_multiply 1
#if MC_CONCATENATE(FP_IS_PRODUCT_, MC_FP_SQR_REDUCE)
#define FP_HAS_SQUARING 0
#else
#define FP_HAS_SQUARING 1
#endif
/* Images for size call what inv_fermat_ones would call. */
#define FP_IS_POWER_inv_fermat_ones MC_PREFER_SIZE
#if MC_CONCATENATE(FP_IS_POWER_, MC_FP_INV)
#define fp_inv(r, a) FP(power_of_ones)(r, a, FP_BITS, FP_EXPONENT_OF_INVERSE)
#else
#define fp_inv FP(MC_FP_INV)
#endif
#if MC_CONCATENATE(FP_IS_POWER_, MC_FP_INV_VAR)
#define fp_inv_var(r, a) FP(power_of_ones)(r, a, FP_BITS, FP_EXPONENT_OF_INVERSE)
#else
#define fp_inv_var FP(MC_FP_INV_VAR)
#endif
#if MC_PREFER_SIZE && FP_HAS_SMALL_FOLD && FP_PSEUDO_MERSENNE_C % 8 == 3
#define fp_sqrt       FP(sqrt_ones)
#define fp_sqrt_ratio FP(sqrt_ratio_ones)
#else
#define fp_sqrt FP(MC_FP_SQRT)
#endif
#endif

/* Images for size call members of the order's arithmetic at once where these are bound for the prime, too. */
#if FP_IS_LIKE_ORDER && MC_PREFER_SIZE
#define FP_IS_add_as_order        1
#define FP_IS_sub_as_order        1
#define FP_IS_mul_reduce_as_order 1
#define FP_IS_inv_as_order        1
#if MC_CONCATENATE(FP_IS_, MC_FP_ADD)
#undef fp_add
#define fp_add(r, a, b) order_add(r, a, b, FP_PRIME_AS_ORDER)
#endif
#if MC_CONCATENATE(FP_IS_, MC_FP_SUB)
#undef fp_sub
#define fp_sub(r, a, b) ORDER(MC_ORDER_SUB)(r, a, b, FP_PRIME_AS_ORDER)
#endif
#if MC_CONCATENATE(FP_IS_, MC_FP_MUL_REDUCE)
#undef fp_mul
#define fp_mul(r, a, b) order_mul(r, a, b, FP_PRIME_AS_ORDER)
#endif
#if MC_CONCATENATE(FP_IS_, MC_FP_INV)
#undef fp_inv
#define fp_inv(r, a) order_inv(r, a, FP_PRIME_AS_ORDER)
#endif
#endif

/* fp/paced.c: the bound members, with places where a task may pause. */
void FP(mul_paced)(mc_word *r, const mc_word *a, const mc_word *b FP_M);
void FP(sqr_paced)(mc_word *r, const mc_word *a FP_M);

/* fp/basic.c */
void FP(copy)(mc_word *r, const mc_word *a);
void FP(from_flash)(mc_word *r, const MC_FLASH mc_word *a);  /* r = a constant */
void FP(neg)(mc_word *r, const mc_word *a FP_M);             /* -a mod p */
void FP(select)(mc_word *r, const mc_word *a, mc_word mask); /* r = mask ? a : r; mask 0 or ~0 */
void FP(swap)(mc_word *a, mc_word *b, mc_word mask);         /* mask ? (b, a) : (a, b) */
mc_word FP(mask_zero)(const mc_word *a);                     /* ~0 if a = 0, else 0 */
mc_word FP(mask_equal)(const mc_word *a, const mc_word *b);  /* ~0 if a = b, else 0 */
mc_word FP(mask_below)(const mc_word *a FP_M);               /* ~0 if a < p, else 0; for any a of FP_WORDS words */
/* r = a + carry 2^(FP_WORDS MC_WORD_BITS) for a number below 2 p, carry 0 or 1, with p taken off if it is not below. */
void FP(reduce_once)(mc_word *r, const mc_word *a, mc_word carry FP_M);

/* fp/inversion/inv_binary_gcd.c: as that member, for a public a and in variable time. */
void FP(inv_binary_gcd_var)(mc_word *r, const mc_word *a FP_M);

/* fp/sums.c: r = a + factor b over FP_WORDS words, for a secret factor of 1, 0 or -1; r may be a or b. Returns the
 * carry, which of a difference is 1 if there is no borrow. The same with p as b. */
#define FP_SUM_PLUS  ((mc_word)1)
#define FP_SUM_MINUS ((mc_word)~0)
mc_word FP(sum)(mc_word *r, const mc_word *a, const mc_word *b, mc_word factor);
#ifdef __AVR__ /* where p is in flash, which has addresses of its own */
mc_word FP(sum_with_modulus)(mc_word *r, const mc_word *a, mc_word factor FP_M);
#define FP_SUM_WITH_MODULUS(r, a, factor) FP(sum_with_modulus)(r, a, factor FP_PASS)
#else
#define FP_SUM_WITH_MODULUS(r, a, factor) FP(sum)(r, a, FP_MODULUS->n, factor)
#endif

/* The same in line on hosts, for the ends of products. */
#if MC_HAS_DATA_CACHE
#define fp_reduce_once(...) reduce_once_inline(__VA_ARGS__)
#else
#define fp_reduce_once(...) FP(reduce_once)(__VA_ARGS__)
#endif

/* r = a - p over the integers; returns the borrow, 0 or 1. */
MC_INLINE mc_word subtract_modulus(mc_word *r, const mc_word *a FP_M)
{
    mc_word borrow = 0;
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++) {
        mc_dword difference = (mc_dword)((mc_dword)a[i] - FP_MODULUS->n[i] - borrow);
        r[i] = (mc_word)difference;
        borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
    }
    return borrow;
}

MC_INLINE void reduce_once_inline(mc_word *r, const mc_word *a, mc_word carry FP_M)
{
    mc_word difference[FP_WORDS];
    mc_word borrow = subtract_modulus(difference, a FP_PASS);
    mc_word keep = mc_word_mask_nonzero(borrow & (mc_word)~carry);
    FP_UNROLL
    for (uint8_t i = 0; i < FP_WORDS; i++)
        r[i] = (mc_word)(difference[i] ^ ((difference[i] ^ a[i]) & keep));
    fp_wipe(difference, sizeof difference);
}

#if FIELD_HAS_EDDSA_CURVES && !defined(MC_SINGLE_CURVE)
/* fp/inversion/sqrt_exponent.c: fp_sqrt in place of many numbers, some at a time; are_squares[i] is its result. */
void FP(sqrt_each)(mc_word (*numbers)[FP_WORDS], mc_word *are_squares, size_t count);
#endif

/* fp/reduction/mod.c: r = a mod n for a < 2^FP_BITS and a modulus n of `modulus_bits` bits, at most FP_BITS. */
void FP(mod)(mc_word *r, const mc_word *a, uint16_t modulus_bits FP_M);

#if FP_HAS_SMALL_FOLD
/* fp/inversion/power_of_ones.c: r = a^e for e of so many bits, `low` being the lowest byte, and all above it 1. */
void FP(power_of_ones)(mc_word *r, const mc_word *a, uint16_t bits, uint8_t low);
#define FP_EXPONENT_OF_INVERSE ((uint8_t)(0 - FP_PSEUDO_MERSENNE_C - 2)) /* of p - 2, which has FP_BITS bits */
#if FP_PSEUDO_MERSENNE_C % 8 == 3
/* fp/inversion/sqrt_ones.c: r^2 = u / v, v not 0; the result is that of fp_sqrt. r may be u or v. */
mc_word FP(sqrt_ratio_ones)(mc_word *r, const mc_word *u, const mc_word *v);
#endif
#endif

/* fp/form.c: r = 0 or 1 in the form of the field's elements; between numbers below p and that form. For group orders
 * the form is always Montgomery's. */
void FP(set_small)(mc_word *r, mc_word value FP_M); /* value 0 or 1 */
void FP(to_form)(mc_word *r, const mc_word *a FP_M);
void FP(from_form)(mc_word *r, const mc_word *a FP_M);

/* fp/octets.c: r = the number of `count` bytes, of any length, mod p of `modulus_bits` bits, at most FP_BITS; not in
 * Montgomery form. r apart from octets. */
void FP(from_octets)(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits FP_M); /* big-endian */
void FP(from_octets_little)(mc_word *r, const uint8_t *octets, size_t count, uint16_t modulus_bits FP_M); /* little */

#endif
