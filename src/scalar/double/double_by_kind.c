/*---
name: by-kind
family: scalar-mult-double
summary: for programs that know their curve only when they run: interleaved-wtnaf/5 on Koblitz curves, glv-wmof/5 on
  those of 128 bits of security with an endomorphism, and interleaved-wnaf/5 on others; on Ed25519 the same in the lanes
  of vectors where the processor has AVX-512 IFMA
source: -
domain: any curve, any q, 0 <= k, l < 2^l
constant_time: no
uses: field-mul-reduce, field-sqr-reduce, field-inv, coordinates
ram_table_bytes: 16 * n * W
---*/
#include "curve/generator.h"
#include "scalar/scalar.h"

#if MC_NATIVE_FOUR_LANES
#include "native/x86_64/edwards_four.h"
#include "native/x86_64/level.h"

/* k G + l q, and 1, where the processor has such vectors; else 0. */
static void double_in_lanes(uint8_t *is_done, EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q)
{
    int8_t digits_of_k[RECODE_DIGITS], digits_of_l[RECODE_DIGITS];
    const mc_four_number of_k = {digits_of_k, EC(recode_wnaf_var)(digits_of_k, k, MC_FOUR_WINDOW_OF_G)};
    const mc_four_number of_l = {digits_of_l, EC(recode_wnaf_var)(digits_of_l, l, MC_FOUR_WINDOW)};
    mc_four_fraction sum;
    mc_four_double_var(sum, &of_k, &of_l, q->x);
    fp_inv_var(sum[2], sum[2]);
    fp_mul(r->x, sum[0], sum[2]);
    fp_mul(r->y, sum[1], sum[2]);
    *is_done = 1;
}

static void double_not_in_lanes(uint8_t *is_done, EC(affine) *r, const mc_word *k, const mc_word *l,
                                const EC(affine) *q)
{
    (void)r, (void)k, (void)l, (void)q;
    *is_done = 0;
}

typedef void in_lanes_function(uint8_t *is_done, EC(affine) *r, const mc_word *k, const mc_word *l,
                               const EC(affine) *q);
in_lanes_function EC(double_in_lanes_bound);
MC_BIND(EC(double_in_lanes_bound), in_lanes_function, mc_x86_64_has_ifma, double_in_lanes, double_not_in_lanes,
        (uint8_t *is_done, EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q),
        (is_done, r, k, l, q))
#endif

/* Three kilobytes for each field. */
#ifdef FP_GLV_BITS
#define DOUBLES_BY_GLV (FP_GLV_BITS >= 128)
#else
#define DOUBLES_BY_GLV 0
#endif

mc_status EC(scalar_mult_double_by_kind_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                             const MC_FLASH EC(curve) *curve)
{
#if !FIELD_IS_PRIME && MC_HAS_HOST_TABLES
    if (EC_CURVE_KOBLITZ(curve))
        return EC(scalar_mult_double_interleaved_wtnaf5_var)(r, k, l, q, curve);
#endif
#if MC_NATIVE_FOUR_LANES
    uint8_t is_done = 0;
    if (EC(scalar_status)(k) == MC_OK && EC(scalar_status)(l) == MC_OK)
        EC(double_in_lanes_bound)(&is_done, r, k, l, q);
    if (is_done)
        return MC_OK;
#endif
#if DOUBLES_BY_GLV
    if (EC_CURVE_GLV(curve))
        return EC(scalar_mult_double_glv_wmof5_var)(r, k, l, q, curve);
#endif
    return EC(scalar_mult_double_interleaved_wnaf5_var)(r, k, l, q, curve);
}
