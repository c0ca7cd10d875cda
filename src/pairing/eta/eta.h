/* INSECURE since 2013: logarithms in fields of characteristic two take quasi-polynomial time (Barbulescu, Gaudry, Joux,
 * Thome 2014), and in F_2^(4 1223), a longer field than this one, some 2^59 operations (Granger, Kleinjung, Zumbraegel
 * 2014). It is here to be compared with published figures, and for nothing else.
 *
 * The eta_T pairing on the supersingular curve E: y^2 + y = x^3 + x over F_2^m, m = 7 mod 8, of
 * N = 2^m + 1 + 2^((m + 1) / 2) = h r points (Barreto, Galbraith, O hEigeartaigh, Scott 2007):
 *
 *   eta_T(P, Q) = f_{T,P}(psi(Q))^((2^(4 m) - 1) / N)   with T = 2^((m + 1) / 2) + 1
 *
 * in F_2^(4 m) = F_2^m(s, t), s^2 = s + 1, t^2 = t + s, psi(x, y) = (x + s^2, y + s x + t). N times T has
 * eta_T(P, Q)^T = the Tate pairing of order N.
 *
 * Templates, as tate/tate.h says of its own; every function is constant time in points, values and scalars. Outputs may
 * alias inputs. */
#ifndef MC_PAIRING_ETA_H
#define MC_PAIRING_ETA_H

#include "fb/fb.h"
#include "motecurve/status.h"
#include "pairing/binary/fb2.h"
#include MC_STRINGIFY(pairing/data/MC_FIELD.h) /* generated: ETA_ORDER, ... */

_Static_assert(FB_M % 8 == 7, "the order, and the powers of s and t, are those of m = 7 mod 8");

/* Whether the loop saves products by interpolation: not where a product takes no longer than the sums for it. */
#define ETA_INTERPOLATES (MC_WORD_BITS < 64)

#define ETA_ORDER_WORDS MC_WORDS(ETA_ORDER_BITS)

/* A point of the curve other than infinity. */
typedef struct {
    mc_word x[FB_WORDS], y[FB_WORDS];
} EC(eta_point);

/* c0 + c1 t */
typedef struct {
    fb2 c0, c1;
} fb4;

/* Places for values of the loop, which its caller wipes. */
typedef struct {
    mc_word point[4][FB_WORDS], other[4][FB_WORDS];
} EC(eta_work);

#define fb4_mul EC(fb4_mul)
#define fb4_sqr EC(fb4_sqr)

/* quartic.c: products; other coefficients; conjugates over F_2^(2 m), that is 2^(2 m)-th powers; 2^m-th powers. */
void fb4_mul(fb4 *r, const fb4 *a, const fb4 *b);
void EC(fb4_to_powers)(mc_word (*powers)[FB_WORDS], const fb4 *a); /* the coefficients of 1, t, t^2, t^3 */
void EC(fb4_from_powers)(fb4 *r, mc_word (*powers)[FB_WORDS]);
void EC(fb4_conjugate)(fb4 *r, const fb4 *a);
void EC(fb4_frobenius)(fb4 *r, const fb4 *a);

/* sparse.c: f = f (g + t^3) of f and g as coefficients of powers of t, of degree 3 and 2; destroys g. */
void EC(eta_mul_sparse)(mc_word (*f)[FB_WORDS], mc_word (*g)[FB_WORDS], EC(eta_work) *work);

/* miller.c, final.c: f_{T,P}(psi(Q)), and the final power; p and q of order r. */
void EC(eta_miller)(fb4 *f, const EC(eta_point) *p, const EC(eta_point) *q);
void EC(eta_final)(fb4 *r, const fb4 *f);
void EC(eta_pairing)(fb4 *r, const EC(eta_point) *p, const EC(eta_point) *q);

/* point.c: r = k p, k of `bits` bits, for any point of the curve; ~0, or 0 if that is infinity, and r = (0, 0). */
mc_word EC(eta_multiply)(EC(eta_point) *r, const EC(eta_point) *p, const mc_word *k, uint16_t bits);
mc_word EC(eta_mask_on_curve)(const EC(eta_point) *p);
mc_word EC(eta_mask_in_group)(const EC(eta_point) *p); /* ~0 if r p = infinity, else 0; p a point of the curve */

#endif
