/* The Tate pairing on a supersingular curve E: y^2 = x^3 + a x over F_q, q = 3 mod 4, a = 1 or -3, of q + 1 = h r
 * points:
 *
 *   e(P, Q) = f_{r,P}(-x_Q, i y_Q)^((q^2 - 1) / r)   for P and Q in the group of prime order r
 *
 * with i^2 = -1 in F_q2 = F_q(i). The distortion map (x, y) -> (-x, i y) makes it symmetric and e(P, P) another number
 * than 1 (Verheul 2001). Its x-coordinates lie in F_q, and so do vertical lines: the final power, of exponent
 * (q - 1) h, makes 1 of every number of F_q, so that denominators are left out (Barreto, Kim, Lynn, Scott 2002).
 *
 * Files of this folder are templates, compiled for the field of each group of curves/pairings.json (-DMC_FIELD=fp256t).
 * Every function is constant time in points, values and exponents, both arguments of a pairing alike: no function has
 * an argument that must be public. Outputs may alias inputs unless it says otherwise. The logarithm in F_q2 is the
 * weaker problem in all groups but tate-1536 (docs/pairings has both for each). */
#ifndef MC_PAIRING_TATE_H
#define MC_PAIRING_TATE_H

#include "motecurve/status.h"
#include "pairing/once/expand_message.h"
#include "pairing/prime/fp2.h"
#include MC_STRINGIFY(pairing/data/MC_FIELD.h) /* generated: TATE_RUNS, TATE_ORDER, ... */

#define TATE_ORDER_WORDS    MC_WORDS(TATE_ORDER_BITS)
#define TATE_COFACTOR_WORDS MC_WORDS(TATE_COFACTOR_BITS)

/* A point of the curve. (0, 0), which is of order 2, stands for infinity. */
typedef struct {
    mc_word x[FP_WORDS], y[FP_WORDS];
} EC(tate_point);

/* x = X / Z, y = Y / Z^2 (Costello, Lange, Naehrig 2010, 4). */
typedef struct {
    mc_word x[FP_WORDS], y[FP_WORDS], z[FP_WORDS];
} EC(tate_projective);

/* A line, up to a factor in F_q: its value at (-x_Q, i y_Q) is one + x x_Q + i y y_Q. The rest is for the functions
 * that find it, and the value: one set of temporaries, which is wiped with it. */
typedef struct {
    mc_word one[FP_WORDS], x[FP_WORDS], y[FP_WORDS];
    fp2 value;
    mc_word work[FP_WORDS];
} EC(tate_line);

/* A line of a fixed P, divided by y: one + x x_Q + i y_Q. */
typedef struct {
    mc_word one[FP_WORDS], x[FP_WORDS];
} EC(tate_fixed_line);

/* steps.c: t = 2 t and the tangent; t = t + p and the line through both, for t != p, -p and p, t not infinity. */
void EC(tate_double_step)(EC(tate_line) *line, EC(tate_projective) *t);
void EC(tate_add_step)(EC(tate_line) *line, EC(tate_projective) *t, const EC(tate_point) *p);

/* miller.c: f = the product of the f_{r,P}(-x_Q, i y_Q), up to a factor in F_q. Points are of order r or infinity,
 * which gives a factor of F_q. t: `count` points of scratch, which hold secrets of p afterwards. */
void EC(tate_miller)(fp2 *f, const EC(tate_point) *p, const EC(tate_point) *q, EC(tate_projective) *t, uint8_t count);

/* fixed.c: the same for one P, whose TATE_LINES lines are made once. */
void EC(tate_fix)(EC(tate_fixed_line) *lines, const EC(tate_point) *p);
void EC(tate_miller_fixed)(fp2 *f, const EC(tate_fixed_line) *lines, const EC(tate_point) *q);

/* power.c: r = f^((q^2 - 1) / r), 1 for f = 0, and its real part alone, half its trace, which determines it up to the
 * inverse and which bilinearity keeps: that of e(P, Q)^k depends on k and on that of e(P, Q) (Scott, Barreto 2004). */
void EC(tate_final)(fp2 *r, const fp2 *f);
void EC(tate_final_real)(mc_word *r, const fp2 *f);
/* r = a^k for an a of norm 1, k of `bits` bits, and real parts alone. */
void EC(tate_value_power)(fp2 *r, const fp2 *a, const mc_word *k, uint16_t bits);
void EC(tate_real_power)(mc_word *r, const mc_word *a, const mc_word *k, uint16_t bits);
/* ~0 if a is in the group of order r, that of the values of the pairing, else 0. */
mc_word EC(tate_value_mask_in_group)(const fp2 *a);

/* pairing.c: e(P, Q), whose real part is all that tate_pairing_real computes; the product of count <= TATE_PAIRS. */
#define TATE_PAIRS 4
void EC(tate_pairing)(fp2 *r, const EC(tate_point) *p, const EC(tate_point) *q);
void EC(tate_pairing_real)(mc_word *r, const EC(tate_point) *p, const EC(tate_point) *q);
void EC(tate_pairing_product)(fp2 *r, const EC(tate_point) *p, const EC(tate_point) *q, uint8_t count);

/* ladder.c: r = k p, k of `bits` bits, for any point p of the curve. */
void EC(tate_multiply)(EC(tate_point) *r, const EC(tate_point) *p, const mc_word *k, uint16_t bits);
/* h p, which is of order r or infinity. */
void EC(tate_clear_cofactor)(EC(tate_point) *r, const EC(tate_point) *p);
mc_word EC(tate_mask_in_group)(const EC(tate_point) *p); /* ~0 if r p = infinity, else 0; p a point of the curve */

/* point.c */
void EC(tate_generator)(EC(tate_point) *r);
mc_word EC(tate_mask_on_curve)(const EC(tate_point) *p);                           /* ~0 or 0 */
void EC(tate_right_hand_side)(mc_word *r, const mc_word *x);                       /* x^3 + a x; r apart from x */
mc_word EC(tate_point_from_x)(EC(tate_point) *r, const mc_word *x, mc_word y_bit); /* ~0, or 0: no such point */

/* bytes.c: as motecurve/pairing/tate.h describes them. Decoding checks all that the public functions promise. Constant
 * time, save for whether it is an error. */
#define TATE_POINT_BYTES (1 + 2 * EC_BYTES)
mc_status EC(tate_value_decode)(fp2 *r, const uint8_t *octets, size_t count);
void EC(tate_value_encode)(uint8_t *octets, const fp2 *a);
mc_status EC(tate_point_decode)(EC(tate_point) *r, const uint8_t *octets, size_t count);
void EC(tate_point_encode)(uint8_t *octets, const EC(tate_point) *p);
void EC(tate_point_encode_short)(uint8_t *octets, const EC(tate_point) *p);

/* map.c: the point of the curve that belongs to u. Every point but infinity belongs to one u, save those with y = 0. */
void EC(tate_map)(EC(tate_point) *r, const mc_word *u);

/* hash.c: the point of order r of a message, as mc_tate_hash_to_point. */
mc_status EC(tate_hash)(EC(tate_point) *r, const mc_message *message);

#endif
