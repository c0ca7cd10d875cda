/* Partial reductions: from the lower end, as Montgomery, and from the upper end, as Barrett.
 *
 * `room` is scratch: MC_LOWER_ROOM or MC_UPPER_ROOM limbs. `multiply` computes the products. */
#ifndef MC_PARALLEL_PARTIAL_H
#define MC_PARALLEL_PARTIAL_H

#include "modulus/modulus.h"

#define MC_LOWER_ROOM(n, t) ((n) + 3 * (t))
#define MC_UPPER_ROOM(n, t) ((n) + 3 * (t) + 3)

/* The quotient of Montgomery: q = C mu mod r^t, so that C + q M is a multiple of r^t. c has at least t limbs, `product`
 * 2 t, of which the lower t are q. t <= n. */
void mc_parallel_lower_quotient(mp_limb_t *product, const mp_limb_t *c, size_t t, const mc_parallel_modulus *modulus,
                                mc_limbs_product *multiply);

/* z = (C + q M) / r^t, exactly, with n + 1 limbs, where qm = q M has n + t limbs and C has `limbs` >= t.
 *
 * Of both summands the limbs from t on are added; their lower t limbs are the negatives of each other modulo r^t, so
 * they add up to r^t, and hence a carry of 1, unless all are 0. (arruda2014, Appendix D, adds this 1 always: wrong for
 * C = 0 mod r^t.) With C < r^limbs: z < r^(limbs-t) + M. So n + 1 limbs hold z if limbs <= n + t. */
void mc_parallel_lower_sum(mp_limb_t *z, const mp_limb_t *c, size_t limbs, const mp_limb_t *qm, size_t t, size_t n);

/* z of n + 1 limbs, congruent to C / r^t, below r^(limbs-t) + M; below 2 M if C < M r^t. limbs from t to n + t. */
void mc_parallel_reduce_lower(mp_limb_t *z, const mp_limb_t *c, size_t limbs, size_t t,
                              const mc_parallel_modulus *modulus, mp_limb_t *room, mc_limbs_product *multiply);

/* z = C mod M, n limbs. C has n + t limbs, t <= n.
 *
 * Let C = C1 r^(n-1) + C0 and Q = floor(C1 nu_t / r^(t+1)) with nu_t = floor(r^(n+t) / M). C1 < r^(t+1), C0 < r^(n-1) <
 * M. C1 nu_t / r^(t+1) <= C1 r^(n-1) / M <= C / M, so C - Q M >= 0; C1 nu_t / r^(t+1) > C1 r^(n-1) / M - C1 / r^(t+1) >
 * (C - C0) / M - 1 > C / M - 2, so Q > C / M - 3. Hence 0 <= C - Q M < 3 M: at most two subtractions. 3 M < r^(n+1), so
 * n + 1 limbs of C - Q M suffice, and Q <= C / M < r^(t+1).
 *
 * arruda2014, Algorithm 12, takes C1 from n limbs on, and so one limb less in both factors. C - Q M is then below
 * r^n + 2 M, up to (r + 2) M for a modulus with a small highest limb: its loop of subtractions would take r steps. */
void mc_parallel_reduce_upper(mp_limb_t *z, const mp_limb_t *c, size_t t, const mc_parallel_modulus *modulus,
                              mp_limb_t *room, mc_limbs_product *multiply);

/* r = C - qm mod r^(n+1), in place of qm, whose lower n + 1 limbs are read; C has n + t limbs. */
void mc_parallel_upper_rest(mp_limb_t *qm, const mp_limb_t *c, size_t t, size_t n);

/* Q of the above. c1 points to C1, t + 1 limbs; `product` has 2 t + 2, of which the upper t + 1 are Q. */
static inline mp_limb_t *mc_parallel_upper_quotient(mp_limb_t *product, const mp_limb_t *c1, size_t t,
                                                    const mc_parallel_modulus *modulus, mc_limbs_product *multiply)
{
    multiply(product, c1, t + 1, mc_parallel_nu(modulus, t), t + 1, 2 * t + 2);
    return product + t + 1;
}

/* z = c mod M, n limbs, of c with n + 1 limbs, a small multiple of M; c is changed. */
void mc_parallel_subtract(mp_limb_t *z, mp_limb_t *c, const mc_parallel_modulus *modulus);

/* z = c mod M, n limbs, of any c with n + 1 limbs, which are changed. A quotient if more than one subtraction is
 * needed; room is MC_UPPER_ROOM(n, 1) limbs. */
void mc_parallel_finish(mp_limb_t *z, mp_limb_t *c, const mc_parallel_modulus *modulus, mp_limb_t *room);

#endif
