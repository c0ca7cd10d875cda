/* The quadratic extension F_2^(2 m) = F_2^m(s), s^2 = s + 1, of a field of odd degree m: of the pairing over F_2^271,
 * and of GLS254, whose papers write u for s. Constant time; outputs may alias inputs. */
#ifndef MC_PAIRING_FB2_H
#define MC_PAIRING_FB2_H

#include "fb/fb.h"

/* c0 + c1 s */
typedef struct {
    mc_word c0[FB_WORDS], c1[FB_WORDS];
} fb2;

#define fb2_mul   EC(fb2_mul)
#define fb2_sqr   EC(fb2_sqr)
#define fb2_mul_s EC(fb2_mul_s)
#define fb2_inv   EC(fb2_inv)
#define fb2_add   EC(fb2_add)

void fb2_add(fb2 *r, const fb2 *a, const fb2 *b);
void fb2_mul(fb2 *r, const fb2 *a, const fb2 *b);
void fb2_sqr(fb2 *r, const fb2 *a);
void fb2_mul_s(fb2 *r, const fb2 *a);
void fb2_inv(fb2 *r, const fb2 *a); /* the inverse of 0 is 0 */

#endif
