/* Multiplication on Koblitz curves in four streams side by side (curve/binary/fb_wide.h).
 *
 * The regular digits u_i of k (scalar/tau/regular.h) are cut into four parts of as many digits, part j being the
 * digits of the point P_j = tau^(j L) P, where L is the places of a part. Place j of each wide point adds up part j:
 *
 *   k P = sum of T_j,   T_j = s_j P_j,   s_j = sum of alpha_u tau^((w-1) i) over the digits of part j
 *
 * so that there are a quarter of the Frobenius maps and steps; each adds to all four sums.
 *
 * For points of prime order n no sum needs a case but the last. All digits are odd elements (tau does not divide them),
 * and so are the sums of a part's first digits, and of a part and tau^L times another; tau times such a one and
 * twice one are not. So of two operands neither is 0 and they are not equal or opposite in Z[tau], nor modulo
 * delta, as long as their norms are so small that |x| + |y| < sqrt(n): they have at most a half of the digits. (The
 * tests check this for every window and field from |alpha_u|.) The last sum, of T_0 + T_1 and T_2 + T_3, is k P, which
 * may be infinity or twice one of them, and is complete. */
#ifndef MC_SCALAR_TAU_STREAMS_H
#define MC_SCALAR_TAU_STREAMS_H

#include "curve/binary/fb_wide.h"
#include "scalar/blinding.h"
#include "scalar/tau/regular.h"

/* Not fields of so few bits that cases can occur. */
#if FIELD_IS_PRIME
#define EC_HAS_WTNAF_STREAMS 0
#else
#include "fb/squaring/multi_sqr_bytes.h"
#define EC_HAS_WTNAF_STREAMS FB_HAS_MULTI_SQR_BYTES
#endif

#if EC_HAS_WTNAF_STREAMS

/* Digits of a part and of all parts; the tests check that they are enough for scalars modulo tau^m - 1, too. */
#define WTNAF_STREAMS_PART(window)   ((REGULAR_DIGITS(window) + 3) / 4)
#define WTNAF_STREAMS_DIGITS(window) (4 * WTNAF_STREAMS_PART(window))
#define WTNAF_STREAMS_LARGEST_WINDOW 5

/* r = k p for p not infinity; constant time. p is of prime order; if all is public, which takes no blinding but null,
 * it is any point, and r is infinity also where a case occurred. r may be p. Only where MC_HAS_WIDE(). */
WIDE void EC(wtnaf_streams_vpclmul)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                    const MC_FLASH mc_wtnaf_window *window, const EC(blinding) *blinding,
                                    const MC_FLASH EC(curve) *curve);

#endif
#endif
