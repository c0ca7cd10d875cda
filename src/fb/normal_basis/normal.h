/* F_2^m in a Gaussian normal basis, beta, beta^2, beta^4, ..., beta^(2^(m-1)): the layout of elements, and operations
 * that only move bits. Products and inverses are members of the families fb-normal-mul and fb-normal-inv.
 *
 * An element is FB_WORDS words that make a number, whose bit m - 1 - i is the coefficient of beta^(2^i): beta's is
 * written leftmost, as in ANSI X9.62, IEEE P1363 and FIPS 186. Bits from m on are zero. Sums are those of
 * fb/basic.c; 1 is the number of m ones. A square is the number rotated to the right by one place.
 *
 * FB_NORMAL_TYPE is the type T; p = T m + 1 is prime, gamma a p-th root of unity (in a larger field), and beta the sum
 * of gamma^k over the k with F(k) = 0 (codegen/normal_bases.py). Types 1 and 2 are the optimal normal bases. */
#ifndef MC_FB_NORMAL_H
#define MC_FB_NORMAL_H

#include "fb/fb.h"

#if FB_NORMAL_TYPE

/* fb/normal_basis/normal_convert.c: the same element in the other basis, by m squares in polynomial basis. Constant
 * time; r may be a. */
void FB(normal_to_polynomial)(mc_word *r, const mc_word *a);
void FB(normal_from_polynomial)(mc_word *r, const mc_word *a);

#endif

#if FB_HAS_NORMAL_BASIS

#define FB_NORMAL_P (FB_NORMAL_TYPE * FB_M + 1)
/* Residues k = 0 ... that tell all: for even T gamma^k and gamma^-k belong to one beta^(2^i). */
#define FB_NORMAL_CLASSES (FB_NORMAL_TYPE % 2 ? FB_NORMAL_P : FB_NORMAL_P / 2 + 1)

/* fb/normal/<field>.c. classes[k] = F(k): gamma^k belongs to beta^(2^F(k)). products: for d = 1 ... m/2 a number of
 * exponents w and these, such that the beta^(2^w) add up to beta beta^(2^d). */
extern const uint16_t FB(normal_classes)[];
extern const uint16_t FB(normal_products)[];

/* fb/normal_basis/normal_basic.c. Constant time; r may be a. */
void FB(normal_sqr_times)(mc_word *r, const mc_word *a, unsigned count); /* r = a^(2^count); count < m, public */
void FB(normal_sqr)(mc_word *r, const mc_word *a);                       /* r = a^2 */
void FB(normal_sqrt)(mc_word *r, const mc_word *a);                      /* r^2 = a */
mc_word FB(normal_trace)(const mc_word *a);                              /* Tr(a), 0 or 1: the parity of the bits */
/* The coefficients of beta, beta^2, ...: 0 or 1. */
void FB(normal_coefficients)(uint8_t coefficients[FB_M], const mc_word *a);
/* Solves r^2 + r = c and returns ~0; r has coefficient 0 of beta. Returns 0 if no solution exists: r is undefined. */
mc_word FB(normal_solve_quadratic)(mc_word *r, const mc_word *c);

#define fb_normal_mul FB(MC_FB_NORMAL_MUL)
#define fb_normal_inv FB(MC_FB_NORMAL_INV)

#endif
#endif
