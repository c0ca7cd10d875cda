/* a^(2^k) for one k, by a matrix over bytes whose blocks of 8 x 8 bits GFNI multiplies: all of it is read whatever a
 * is, so a may be secret, which it may not in multi_sqr_var. Constant time; only where MC_HAS_WIDE(). The matrices are
 * generated for common fields of Koblitz curves, of m words by FB_BYTES. */
#ifndef MC_FB_MULTI_SQR_BYTES_H
#define MC_FB_MULTI_SQR_BYTES_H

#include "fb/wide.h"

#define MULTI_SQR_BYTES_DATA MC_STRINGIFY(MC_CONCATENATE(fb/data/multi_sqr_, MC_FIELD).h)
#if FB_HAS_WIDE && __has_include(MULTI_SQR_BYTES_DATA)
#define FB_HAS_MULTI_SQR_BYTES      1
#define FB_MULTI_SQR_BYTES_EXPONENT ((FB_M - 1) / 4)

/* r = a^(2^FB_MULTI_SQR_BYTES_EXPONENT); r may be a. */
WIDE void FB(multi_sqr_bytes_vpclmul)(mc_word *r, const mc_word *a);
/* r = 1/a, 0 of 0, by it; r may be a. */
WIDE void FB(inv_multi_sqr_bytes_vpclmul)(mc_word *r, const mc_word *a);

#else
#define FB_HAS_MULTI_SQR_BYTES 0
#endif

#endif
