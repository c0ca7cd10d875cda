/* Halving beside doubling. With h halvings, the digits d_i of 2^h k modulo n, in wNAF, stand for
 *
 *   k P = the sum of d_i 2^(i - h) P:   i >= h by doublings from the left,   i < h by halvings from the right
 *
 * Taverne, Faz-Hernandez, Aranha, Rodriguez-Henriquez, Hankerson and Lopez 2011, Section 4.2. P is in the subgroup of
 * prime order, where each point has one half; the others are multiplied by one thread. The cofactor is 2, so that one
 * trace tells the right half from the wrong one (curve/binary/fb_halving.c of the library of curves). The half-trace, a
 * linear map, comes from a table: by squarings it would cost as much as many doublings. A wrong choice of a half would
 * give a point that differs by the one of order two, which comparison of x alone might miss: tests compare both. */
#include "template.h"
#include "scalar/halving/halving.h"

#define WINDOW  4
#define POINTS  (1 << (WINDOW - 2)) /* odd multiples */
#define HALVING 1                   /* the thread that halves, unless there is but one */

/* Of 32 bits of k these are halved: a halving takes more time than a doubling, but needs no table of multiples. Any
 * share gives the right product. */
#define HALVING_SHARE 13

typedef struct {
    PARALLEL(operands) operands;
    const EC(curve) *curve;
    unsigned threads;
    uint16_t halvings;
    PARALLEL(map) half_traces;
    int8_t digits[RECODE_DIGITS];
    uint16_t length;
    ec_projective doubled, halved;
} halve_double;

static bool halve_double_fits(const void *curve)
{
    return EC_CURVE_COFACTOR((const EC(curve) *)curve) == 2 && EC_CURVE_KOBLITZ((const EC(curve) *)curve) == NULL;
}

/* As FB(multi_sqr_table) has its rows: those of digit i are the images of the 16 sums of z^(4 i) to z^(4 i + 3). */
static void half_trace_table(mc_word (*table)[FB_WORDS])
{
    for (unsigned e = 0; e < 4 * FB_MULTI_SQR_DIGITS; e++) {
        mc_word power[FB_WORDS] = {0}, image[FB_WORDS] = {0};
        power[e / MC_WORD_BITS] = (mc_word)1 << e % MC_WORD_BITS;
        if (e < FB_M)
            fb_half_trace(image, power);
        mc_word(*rows)[FB_WORDS] = table + e / 4 * 16;
        const unsigned bit = 1u << e % 4;
        if (bit == 1)
            FB(set_small)(rows[0], 0);
        for (unsigned u = 0; u < bit; u++)
            fb_add(rows[bit + u], rows[u], image);
    }
}

static void halve_double_prepare(void *state, const void *curve, unsigned threads)
{
    halve_double *call = state;
    call->curve = curve;
    call->threads = threads;
    call->halvings = (uint16_t)(call->curve->order_bits * HALVING_SHARE / 32);
    half_trace_table(call->half_traces);
}

static bool halve_double_begin(void *state, uint64_t *r, const uint64_t *k, const uint64_t *p)
{
    halve_double *call = state;
    EC(affine) result;
    if (!PARALLEL(begin)(state, r, k, p))
        return false;
    if (EC(affine_mask_subgroup)(&call->operands.p, call->curve))
        return true;
    (void)EC(scalar_mult_ladder)(&result, k, &call->operands.p, call->curve);
    memcpy(r, &result, sizeof result);
    return false;
}

/* Digits of 2^halvings k modulo n; both powers are below n, as Montgomery's product wants. */
static void recode(halve_double *call)
{
    const MC_FLASH ORDER(modulus) *n = EC_CURVE_MODULUS(call->curve);
    mc_word power[EC_SCALAR_WORDS] = {0}, scaled[EC_SCALAR_WORDS];
    power[call->halvings / MC_WORD_BITS] = (mc_word)1 << call->halvings % MC_WORD_BITS;
    ORDER(mod)(scaled, call->operands.k, call->curve->order_bits, n);
    ORDER(to_form)(scaled, scaled, n);
    order_mul(scaled, scaled, power, n);
    call->length = EC(recode_wnaf_var)(call->digits, scaled, WINDOW);
}

static bool halve_double_ready(void *state, unsigned thread)
{
    halve_double *call = state;
    if (thread == call->threads - 1)
        recode(call);
    return true;
}

static void add_doubled(halve_double *call)
{
    mc_word scratch[2 * POINTS][EC_WORDS];
    EC(affine) table[POINTS];
    ec_projective sum;
    EC(wnaf_table_var)(table, POINTS, &call->operands.p, scratch, call->curve);
    EC(point_set_infinity)(&sum);
    for (uint16_t i = call->length; i-- > call->halvings;) {
        const int8_t digit = call->digits[i];
        if (!ec_mask_infinity(&sum))
            ec_double(&sum, &sum, call->curve);
        if (digit != 0)
            EC(add_signed_var)(&sum, &table[(digit < 0 ? -digit : digit) / 2], digit < 0, call->curve);
    }
    call->doubled = sum;
}

/* As EC(halve_var), for cofactor 2. */
static void halve(EC(affine_slope) *p, const halve_double *call)
{
    mc_word slope[EC_WORDS], square[EC_WORDS];
    field_copy(square, p->x);
    EC(curve_add_a)(square, call->curve);
    FB(multi_sqr_var)(slope, square, (const mc_word(*)[FB_WORDS])call->half_traces);
    field_add(square, p->y, p->x);
    field_add(square, square, slope);
    square[0] ^= 1;
    fb_mul(square, square, p->x);
    if (field_trace(square) != EC_CURVE_TRACE_OF_A(call->curve)) {
        field_add(square, square, p->x);
        slope[0] ^= 1;
    }
    fb_sqrt(p->x, square);
    field_copy(p->y, slope);
}

/* The sum of the (2 j + 1) sums[j]: with T_j = the sum of sums[i] for i >= j, it is T_0 + 2 (T_1 + T_2 + ...). */
static void sum_of_odd_multiples(ec_projective *r, ec_projective *sums, const EC(curve) *curve)
{
    ec_projective total;
    EC(point_set_infinity)(&total);
    for (unsigned j = POINTS - 1; j > 0; j--) {
        ec_add_var(&total, &total, &sums[j], curve);
        ec_add_var(&sums[j - 1], &sums[j - 1], &sums[j], curve);
    }
    if (!ec_mask_infinity(&total))
        ec_double(&total, &total, curve);
    ec_add_var(&total, &total, &sums[0], curve);
    *r = total;
}

static void add_halved(halve_double *call)
{
    ec_projective sums[POINTS];
    EC(affine_slope) half;
    EC(affine) point;
    for (unsigned j = 0; j < POINTS; j++)
        EC(point_set_infinity)(&sums[j]);
    EC(affine_to_slope_var)(&half, &call->operands.p);
    for (uint16_t i = call->halvings; i-- > 0;) {
        const int8_t digit = i < call->length ? call->digits[i] : 0;
        halve(&half, call);
        if (digit != 0) {
            EC(affine_from_slope)(&point, &half);
            EC(add_signed_var)(&sums[(digit < 0 ? -digit : digit) / 2], &point, digit < 0, call->curve);
        }
    }
    sum_of_odd_multiples(&call->halved, sums, call->curve);
}

static bool halve_double_sum(void *state, unsigned thread)
{
    halve_double *call = state;
    if (thread == 0)
        add_doubled(call);
    if (thread == HALVING || call->threads == 1)
        add_halved(call);
    return true;
}

static bool halve_double_end(void *state, uint64_t *r)
{
    halve_double *call = state;
    EC(affine) result;
    ec_add_var(&call->doubled, &call->doubled, &call->halved, call->curve);
    ec_to_affine_var(&result, &call->doubled);
    memcpy(r, &result, sizeof result);
    return true;
}

static const mc_parallel_phase PHASES[] = {halve_double_ready, halve_double_sum};

const mc_parallel_binary_method PARALLEL(halve_double) = {
    .name = "halve-double",
    .threads_most = 2,
    .state_bytes = sizeof(halve_double),
    .fits = halve_double_fits,
    .prepare = halve_double_prepare,
    .begin = halve_double_begin,
    .phases = PHASES,
    .phase_count = sizeof PHASES / sizeof *PHASES,
    .end = halve_double_end,
};
