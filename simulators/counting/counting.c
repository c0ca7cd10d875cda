/* The counters of counting.h. Compiled once per field and coordinates, without MC_COUNTING_HEADER. */
#include "curve/curve.h"

#include "counting/counting.h"
#if !FIELD_IS_PRIME
#include "curve/binary/fb_formulas.h"
#endif

#define NAME_OF(name) #name " "

mc_counts mc_counted;
const char mc_counted_names[] = MC_COUNTERS(NAME_OF);

void EC(counted_mul)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_counted.M++;
    field_mul(r, a, b);
}

void EC(counted_mul_coefficient)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_counted.C++;
    field_mul(r, a, b);
}

void EC(counted_sqr)(mc_word *r, const mc_word *a)
{
    mc_counted.S++;
    field_sqr(r, a);
}

void EC(counted_add)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_counted.A++;
    field_add(r, a, b);
}

void EC(counted_inv)(mc_word *r, const mc_word *a)
{
    mc_counted.I++;
    field_inv(r, a);
}

void EC(counted_inv_var)(mc_word *r, const mc_word *a)
{
    mc_counted.I++;
    field_inv_var(r, a);
}

#if FIELD_IS_PRIME
void EC(counted_sub)(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_counted.A++;
    field_sub(r, a, b);
}

void EC(counted_mul_small)(mc_word *r, const mc_word *a, uint32_t c)
{
    mc_counted.C++;
    fp_mul_small(r, a, c);
}
#else
void EC(counted_mul_each)(mc_word *r, const mc_word *a, const mc_word *b, uint8_t count)
{
    mc_counted.M += count;
    mc_counted.shared += count ? count - 1 : 0;
    fb_mul_each(r, a, b, count);
}

void EC(counted_sqr_times)(mc_word *r, const mc_word *a, unsigned count)
{
    mc_counted.S += count;
    fb_sqr_times(r, a, count);
}

/* Two products by each inverse: with words of 8 bits the second one takes the table of the first. */
void EC(counted_inv_each_var)(mc_word (*values)[EC_WORDS], mc_word (*scratch)[EC_WORDS], uint8_t count)
{
    mc_counted.shared += count - 1;
    field_inv_each_var(values, scratch, count);
}

void EC(counted_sqrt)(mc_word *r, const mc_word *a)
{
    mc_counted.square_roots++;
    fb_sqrt(r, a);
}

void EC(counted_half_trace)(mc_word *r, const mc_word *a)
{
    mc_counted.half_traces++;
    fb_half_trace(r, a);
}
#endif

/* Calls of point operations from files outside curve/ come here. If additions branch, an addition to or of infinity
 * is a copy and not counted; if they do not branch, each is executed and counted. */
#define WRAPPED(function)  MC_CONCATENATE(__wrap_, function)
#define ORIGINAL(function) MC_CONCATENATE(__real_, function)

#define COUNTED(counter, count, result, function, parameters, arguments)                                               \
    result ORIGINAL(function) parameters;                                                                              \
    result WRAPPED(function) parameters;                                                                               \
    result WRAPPED(function) parameters                                                                                \
    {                                                                                                                  \
        mc_counted.counter += (count);                                                                                 \
        return ORIGINAL(function) arguments;                                                                           \
    }

static uint8_t is_sum(const ec_projective *p, const EC(affine) *q)
{
    return !ec_mask_infinity(p) && !EC(affine_mask_infinity)(q);
}

#if EC_HAS_ADD
static uint8_t is_projective_sum(const ec_projective *p, const ec_projective *q)
{
    return !ec_mask_infinity(p) && !ec_mask_infinity(q);
}
#endif

static uint8_t is_affine_sum(const EC(affine) *p, const EC(affine) *q)
{
    return !EC(affine_mask_infinity)(p) && !EC(affine_mask_infinity)(q);
}

#define ONE_POINT (ec_projective * r, const ec_projective *p, const MC_FLASH EC(curve) *curve)
COUNTED(doublings, 1, void, ec_double, ONE_POINT, (r, p, curve))
COUNTED(doublings, !EC(affine_mask_infinity)(p), void, EC(affine_double_var),
        (EC(affine) *r, const EC(affine) *p, const MC_FLASH EC(curve) *curve), (r, p, curve))

COUNTED(triplings, 1, void, ec_triple, ONE_POINT, (r, p, curve))
COUNTED(quintuplings, 1, void, ec_quintuple, ONE_POINT, (r, p, curve))

#define MIXED (ec_projective * r, const ec_projective *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve)
COUNTED(additions, 1, mc_word, ec_add_mixed, MIXED, (r, p, q, curve))
#if FIELD_HAS_EDWARDS_CURVES
COUNTED(additions, 1, void, ec_add_mixed_apart, MIXED, (r, p, q, curve))
#endif
COUNTED(additions, is_sum(p, q), void, ec_add_mixed_var, MIXED, (r, p, q, curve))
COUNTED(additions, 1, void, ec_add_mixed_complete, MIXED, (r, p, q, curve))
COUNTED(additions, is_sum(r, q), void, EC(add_signed_var),
        (ec_projective * r, EC(affine) *q, uint8_t negative, const MC_FLASH EC(curve) *curve), (r, q, negative, curve))
COUNTED(additions, is_affine_sum(p, q), void, EC(affine_add_var),
        (EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const MC_FLASH EC(curve) *curve), (r, p, q, curve))
#if EC_HAS_ADD
#define PROJECTIVE (ec_projective * r, const ec_projective *p, const ec_projective *q, const MC_FLASH EC(curve) *curve)
COUNTED(additions, 1, mc_word, ec_add, PROJECTIVE, (r, p, q, curve))
COUNTED(additions, is_projective_sum(p, q), void, ec_add_var, PROJECTIVE, (r, p, q, curve))
#endif
#if !FIELD_HAS_EDWARDS_CURVES
COUNTED(additions, count, void, EC(affine_add_each_var),
        (EC(affine) *points, uint8_t count, const EC(affine) *p, mc_word (*scratch)[EC_WORDS],
         const MC_FLASH EC(curve) *curve),
        (points, count, p, scratch, curve))
COUNTED(additions, 1, void, EC(affine_add_distinct),
        (EC(affine) *r, const EC(affine) *p, const EC(affine) *q, const mc_word *inverse,
         const MC_FLASH EC(curve) *curve),
        (r, p, q, inverse, curve))
#endif
#if !FIELD_IS_PRIME
COUNTED(additions, 1, void, EC(lambda_add_slope), (EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q),
        (r, p, q))
COUNTED(additions, 1, void, EC(lambda_add_slope_complete),
        (EC(lambda) *r, const EC(lambda) *p, const EC(affine_slope) *q, const MC_FLASH EC(curve) *curve),
        (r, p, q, curve))
COUNTED(additions, 1, void, EC(lambda_add_complete),
        (EC(lambda) *r, const EC(lambda) *p, const EC(lambda) *q, const MC_FLASH EC(curve) *curve), (r, p, q, curve))
COUNTED(halvings, 1, void, ec_halve, (EC(affine_slope) *p, const MC_FLASH EC(curve) *curve), (p, curve))
COUNTED(frobenius_maps, 1, void, ec_frobenius, (ec_projective * r, const ec_projective *p), (r, p))
COUNTED(frobenius_maps, count, void, ec_frobenius_times, (ec_projective * p, uint8_t count), (p, count))
COUNTED(frobenius_maps, count, void, EC(lambda_frobenius_times), (EC(lambda) *p, uint8_t count), (p, count))
COUNTED(frobenius_maps, 1, void, EC(affine_frobenius), (EC(affine) *r, const EC(affine) *p), (r, p))
#endif
