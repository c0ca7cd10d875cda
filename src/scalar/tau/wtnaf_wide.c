/*---
name: wtnaf-wide
family: scalar-mult
summary: width-w tau-adic form with all digits odd of a public scalar in four streams side by side by VPCLMULQDQ,
  tables and sums in lambda coordinates, four additions counted as one; on processors that lack it wtnaf of window 5
source: Oliveira, Aranha, Lopez and Rodriguez-Henriquez 2014; streams: scalar/tau/streams.h
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; any point, 0 <= k < 2^m. Exceptional cases of additions are found in
  the end, and the multiplication is then done by wtnaf
requires: FB_HAS_WIDE
constant_time: no
curves: koblitz
windows: 4, 5
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 3 * 4 * 2 ** (w - 2) * ((n + 1) // 2 * 2) * W
additions: ((l + w - 1) // (w - 1) + 4) // 4 + 2 ** (w - 2)
---*/
#include "scalar/scalar.h"
#include "scalar/tau/streams.h"

#if FB_HAS_WIDE

static void wtnaf_wide_portable(mc_status *status, EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                const MC_FLASH EC(curve) *curve)
{
    *status = EC(scalar_mult_wtnaf5_var)(r, k, p, curve);
}

#if EC_HAS_WTNAF_STREAMS

WIDE static void wtnaf_wide_vpclmul(mc_status *status, EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                    const MC_FLASH EC(curve) *curve)
{
    const EC(affine) point = *p;
    *status = EC_CURVE_KOBLITZ(curve) ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    if (*status != MC_OK || EC(affine_mask_infinity)(p)) {
        EC(affine_set_infinity)(r);
        return;
    }
    EC(wtnaf_streams_vpclmul)(r, k, &point, &EC(MC_CONCATENATE(wtnaf_window, MC_WINDOW)), NULL, curve);
    if (EC(affine_mask_infinity)(r)) /* or it is the result */
        wtnaf_wide_portable(status, r, k, &point, curve);
}

#else
#define wtnaf_wide_vpclmul wtnaf_wide_portable
#endif

typedef void wtnaf_wide_function(mc_status *, EC(affine) *, const mc_word *, const EC(affine) *,
                                 const MC_FLASH EC(curve) *);
#define WTNAF_WIDE EC(MC_CONCATENATE(wtnaf_wide_bound, MC_WINDOW))
wtnaf_wide_function WTNAF_WIDE;
MC_BIND(WTNAF_WIDE, wtnaf_wide_function, MC_HAS_WIDE, wtnaf_wide_vpclmul, wtnaf_wide_portable,
        (mc_status * status, EC(affine) *r, const mc_word *k, const EC(affine) *p, const MC_FLASH EC(curve) *curve),
        (status, r, k, p, curve))

mc_status EC(MC_CONCATENATE(MC_CONCATENATE(scalar_mult_wtnaf_wide, MC_WINDOW), _var))(EC(affine) *r, const mc_word *k,
                                                                                      const EC(affine) *p,
                                                                                      const MC_FLASH EC(curve) *curve)
{
    mc_status status;
    WTNAF_WIDE(&status, r, k, p, curve);
    return status;
}

#endif
