/* The choices of this build: the word size and, for each family of algorithms, the member that the
 * layers above call. A mote image passes its own header (-DMC_CONFIG_HEADER='"image.h"'), which names one
 * curve and its algorithms; whatever it leaves open, and every host build, takes the defaults below. */
#ifndef MC_CONFIG_H
#define MC_CONFIG_H

#ifdef MC_CONFIG_HEADER
#include MC_CONFIG_HEADER
#endif

#ifndef MC_WORD_BITS
#if defined(__AVR__)
#define MC_WORD_BITS 8
#elif defined(__MSP430__)
#define MC_WORD_BITS 16
#elif defined(__SIZEOF_INT128__)
#define MC_WORD_BITS 64
#else
#define MC_WORD_BITS 32
#endif
#endif

/* Whether which words of a table were read shows in time: code on secrets then reads all of them. */
#ifndef MC_HAS_DATA_CACHE
#if defined(__AVR__) || defined(__MSP430__)
#define MC_HAS_DATA_CACHE 0
#else
#define MC_HAS_DATA_CACHE 1
#endif
#endif

/* Whether calls can be made in steps (motecurve/task.h), and the arithmetic of a step in units of word/pace.h. */
#ifndef MC_STEPWISE
#define MC_STEPWISE 0
#endif
#ifndef MC_STEP_COST
#define MC_STEP_COST 32
#endif

/* How multiplications by secrets are blinded (docs/protection/blinding.md): a sum of MC_BLINDING_ numbers, 0 for
 * nothing. It takes random bytes from mc_blinding_random (motecurve/random.h). */
#define MC_BLINDING_COORDINATES 1 /* random projective coordinates */
#define MC_BLINDING_SCALAR      2 /* scalars split in two random ones; numbers of ECDSA times a random one */
#define MC_BLINDING_BOTH        3
#ifndef MC_BLINDING
#define MC_BLINDING 0
#endif
#define MC_BLINDS_COORDINATES (MC_BLINDING & MC_BLINDING_COORDINATES)
#define MC_BLINDS_SCALARS     (MC_BLINDING & MC_BLINDING_SCALAR)
#if MC_BLINDS_SCALARS
#define MC_IF_BLINDED_SCALARS(...) __VA_ARGS__
#else
#define MC_IF_BLINDED_SCALARS(...)
#endif

/* Unreduced product, unreduced square, without tables where the place read in a table shows. (The reduction,
 * MC_FB_REDUCE, depends on the field: fb/fb.h.) */
#ifndef MC_FB_MUL
#if MC_HAS_DATA_CACHE
#define MC_FB_MUL mul_integer_products
#else
#define MC_FB_MUL mul_ld_registers
#endif
#endif
#ifndef MC_FB_SQR
#if MC_HAS_DATA_CACHE
#define MC_FB_SQR sqr_spread
#else
#define MC_FB_SQR sqr_byte_table
#endif
#endif
/* Inversion of secrets. (Inversion of public values, reduced product and square depend on the processor: fb/fb.h.) */
#ifndef MC_FB_INV
#define MC_FB_INV inv_itoh_tsujii
#endif
/* Prime fields: unreduced product and square, product with a small number, inversion of secrets and of public values,
 * square root. (Sum, difference, reduction, reduced product and square depend on the field: fp/fp.h.) */
#ifndef MC_FP_MUL
#define MC_FP_MUL mul_operand_scanning
#endif
#ifndef MC_FP_SQR
#define MC_FP_SQR sqr_product_scanning
#endif
#ifndef MC_FP_MUL_SMALL
#define MC_FP_MUL_SMALL mul_small_word
#endif
#ifndef MC_FP_INV
#define MC_FP_INV inv_safegcd
#endif
#ifndef MC_FP_INV_VAR
#define MC_FP_INV_VAR inv_safegcd
#endif
#ifndef MC_FP_SQRT
#define MC_FP_SQRT sqrt_exponent
#endif
/* 1 in images for boards on which somebody may cause faults: results of multiplications of points are examined where
 * docs/protection/faults.md names it, and MC_ERROR_FAULT returned. */
#ifndef MC_PROTECT_FAULTS
#define MC_PROTECT_FAULTS 0
#endif

/* Whether a loop of few words is worth the time that it takes more than the same code without one. */
#ifndef MC_PREFER_SIZE
#define MC_PREFER_SIZE 0
#endif
/* Whether the compiler optimises the whole library at once, so that functions which are called once have no frame. */
#ifndef MC_WHOLE_LIBRARY
#define MC_WHOLE_LIBRARY 0
#endif
/* Constants that images for size compute from others: R mod n of a modulus and, unless the build says otherwise, R^2
 * mod n. */
#if MC_PREFER_SIZE
#define MC_UNLESS_SMALL(...)
#else
#define MC_UNLESS_SMALL(...) __VA_ARGS__
#endif
#ifndef MC_HAS_R_SQUARED
#define MC_HAS_R_SQUARED (!MC_PREFER_SIZE)
#endif
#if MC_HAS_R_SQUARED
#define MC_IF_R_SQUARED(...) __VA_ARGS__
#else
#define MC_IF_R_SQUARED(...)
#endif
/* Modulo group orders. (Sum, difference, product and square depend on the size: fp/fp.h, fp/order.h.) */
#ifndef MC_ORDER_INV
#define MC_ORDER_INV inv_safegcd
#endif
/* (Scalar multiplication depends on the kind of field: scalar/scalar.h.) */
/* Multiples of the generator by secrets; k G + l P of public values. Where every curve is there and words are those of
 * hosts, every generator has the tables (codegen/generator_tables.py). */
#if !defined(MC_SINGLE_CURVE) && MC_WORD_BITS >= 32
#define MC_HAS_HOST_TABLES 1
#else
#define MC_HAS_HOST_TABLES 0
#endif
#ifndef MC_SCALAR_MULT_BASE
#if MC_HAS_HOST_TABLES
#define MC_SCALAR_MULT_BASE      scalar_mult_base_comb6
#define MC_SCALAR_MULT_BASE_PAIR scalar_mult_base_pair_comb6
#else
#define MC_SCALAR_MULT_BASE scalar_mult_base_generic
#endif
#endif
#ifndef MC_SCALAR_MULT_DOUBLE
#if MC_HAS_HOST_TABLES
#define MC_SCALAR_MULT_DOUBLE scalar_mult_double_by_kind_var
#else
#define MC_SCALAR_MULT_DOUBLE scalar_mult_double_separate_var
#endif
#endif
/* Multiples by secrets, x-coordinates on Montgomery curves. */
#ifndef MC_SCALAR_MULT_X
#define MC_SCALAR_MULT_X scalar_mult_x_ladder
#endif

#endif
