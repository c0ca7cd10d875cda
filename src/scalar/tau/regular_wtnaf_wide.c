/*---
name: regular-wtnaf-wide
family: scalar-mult
summary: regular-wtnaf in four streams side by side by VPCLMULQDQ, tables and sums in lambda coordinates, four
  additions counted as one; on processors that lack it regular-wtnaf of window 5
source: Oliveira, Aranha, Lopez and Rodriguez-Henriquez 2014; streams: scalar/tau/streams.h
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; points of prime order and infinity, else MC_ERROR_SUBGROUP;
  0 <= k < 2^m. The point is public. Exceptional cases of additions proved away or masked: scalar/tau/streams.h
requires: FB_HAS_WIDE
constant_time: same-trace-and-addresses
curves: koblitz
windows: 4, 5
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 3 * 4 * 2 ** (w - 2) * ((n + 1) // 2 * 2) * W
additions: ((l + w - 1) // (w - 1) + 4) // 4 + 2 ** (w - 2)
---*/
#include "scalar/scalar.h"
#include "scalar/tau/streams.h"

#if FB_HAS_WIDE

static void regular_wtnaf_wide_portable(mc_status *status, EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                        uint8_t is_validated, const MC_FLASH EC(curve) *curve)
{
    (void)is_validated;
    *status = EC(scalar_mult_regular_wtnaf5)(r, k, p, curve);
}

#if EC_HAS_WTNAF_STREAMS

WIDE static void regular_wtnaf_wide_vpclmul(mc_status *status, EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                            uint8_t is_validated, const MC_FLASH EC(curve) *curve)
{
    *status = EC_CURVE_KOBLITZ(curve) ? EC(scalar_status)(k) : MC_ERROR_UNSUPPORTED;
    if (*status == MC_OK && !is_validated && !EC(affine_mask_subgroup)(p, curve))
        *status = MC_ERROR_SUBGROUP;
    EC(blinding) blinding;
    ec_blinding_begin(&blinding, status);
    if (*status != MC_OK || EC(affine_mask_infinity)(p))
        EC(affine_set_infinity)(r);
    else
        EC(wtnaf_streams_vpclmul)(r, k, p, &EC(MC_CONCATENATE(wtnaf_window, MC_WINDOW)), &blinding, curve);
    ec_blinding_end(&blinding);
}

#else
#define regular_wtnaf_wide_vpclmul regular_wtnaf_wide_portable
#endif

typedef void regular_wtnaf_wide_function(mc_status *, EC(affine) *, const mc_word *, const EC(affine) *, uint8_t,
                                         const MC_FLASH EC(curve) *);
#define REGULAR_WTNAF_WIDE EC(MC_CONCATENATE(regular_wtnaf_wide_bound, MC_WINDOW))
regular_wtnaf_wide_function REGULAR_WTNAF_WIDE;
MC_BIND(REGULAR_WTNAF_WIDE, regular_wtnaf_wide_function, MC_HAS_WIDE, regular_wtnaf_wide_vpclmul,
        regular_wtnaf_wide_portable,
        (mc_status * status, EC(affine) *r, const mc_word *k, const EC(affine) *p, uint8_t is_validated,
         const MC_FLASH EC(curve) *curve),
        (status, r, k, p, is_validated, curve))

mc_status EC(MC_CONCATENATE(scalar_mult_regular_wtnaf_wide, MC_WINDOW))(EC(affine) *r, const mc_word *k,
                                                                        const EC(affine) *p,
                                                                        const MC_FLASH EC(curve) *curve)
{
    mc_status status;
    REGULAR_WTNAF_WIDE(&status, r, k, p, 0, curve);
    return status;
}

#if MC_WINDOW == 4
mc_status EC(scalar_mult_validated_wide)(EC(affine) *r, const mc_word *k, const EC(affine) *p,
                                         const MC_FLASH EC(curve) *curve)
{
    mc_status status;
    REGULAR_WTNAF_WIDE(&status, r, k, p, 1, curve);
    return status;
}
#endif

#endif
