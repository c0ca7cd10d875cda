/* The tau-adic split. k = the sum of u_i tau^i is cut at the places s_0 = 0 < s_1 < ...:
 *
 *   k P = the sum of tau^(s_t) S_t,   S_t = the sum of u_i tau^(i - s_t) P for s_t <= i < s_(t + 1)
 *
 * Ahmadi, Hankerson and Rodriguez-Henriquez 2008, Section 3. Thread t adds up S_t from the left and maps it: tau^s
 * takes each coordinate to its power 2^s, a linear map in a table (FB(multi_sqr_table)). Before, the first thread makes
 * the table of multiples, which all read, while the last recodes k. A wrong bound of a range would leave out digits of
 * some scalars alone; the last range takes all digits that there are. */
#include "template.h"
#include "scalar/tau/wtnaf.h"

#if FB_HAS_KOBLITZ_CURVES

#define WINDOW 5
#define DIGITS WTNAF_DIGITS(WINDOW)
#define ALPHAS EC(MC_CONCATENATE(wtnaf_window, WINDOW))

typedef struct {
    PARALLEL(operands) operands;
    const EC(curve) *curve;
    unsigned threads;
    uint16_t first[THREADS_MOST];
    PARALLEL(map) maps[THREADS_MOST];
    EC(affine) table[WTNAF_TABLE_POINTS(WINDOW)];
    int8_t digits[DIGITS];
    uint16_t length;
    ec_projective sums[THREADS_MOST];
} tau_split;

static bool tau_split_fits(const void *curve)
{
    return EC_CURVE_KOBLITZ((const EC(curve) *)curve) != NULL;
}

static void tau_split_prepare(void *state, const void *curve, unsigned threads)
{
    tau_split *call = state;
    call->curve = curve;
    call->threads = threads;
    for (unsigned thread = 0; thread < threads; thread++) {
        call->first[thread] = PARALLEL(first_digit)(EC_SCALAR_BITS, thread, threads);
        FB(multi_sqr_table)(call->maps[thread], call->first[thread]);
    }
}

static bool tau_split_ready(void *state, unsigned thread)
{
    tau_split *call = state;
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(call->curve);
    if (thread == call->threads - 1)
        call->length =
            EC(scalar_wtnaf_var)(call->digits, call->operands.k, &call->operands.p, &ALPHAS, koblitz, call->curve);
    if (thread == 0) {
        mc_word scratch[2 * WTNAF_TABLE_POINTS(WINDOW)][EC_WORDS];
        EC(wtnaf_table_var)(call->table, &call->operands.p, &ALPHAS, koblitz->mu, scratch, call->curve);
    }
    return true;
}

/* sum += or -= p, without writing to p, which all threads read. */
static void add_digit(ec_projective *sum, const EC(affine) *p, bool negative, const EC(curve) *curve)
{
    EC(affine) point = *p;
    if (negative)
        EC(affine_negate)(&point, &point);
    ec_add_mixed_var(sum, sum, &point, curve);
}

static bool tau_split_sum(void *state, unsigned thread)
{
    tau_split *call = state;
    const uint16_t end = thread + 1 < call->threads ? call->first[thread + 1] : DIGITS;
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    for (uint16_t i = end < call->length ? end : call->length; i-- > call->first[thread];) {
        const int8_t digit = call->digits[i];
        if (!ec_mask_infinity(&sum))
            ec_frobenius(&sum, &sum);
        if (digit != 0)
            add_digit(&sum, &call->table[ALPHAS.digits[(digit < 0 ? -digit : digit) / 2].slot], digit < 0, call->curve);
    }
    if (thread > 0) {
        FB(multi_sqr_var)(sum.x, sum.x, (const mc_word(*)[FB_WORDS])call->maps[thread]);
        FB(multi_sqr_var)(sum.y, sum.y, (const mc_word(*)[FB_WORDS])call->maps[thread]);
        FB(multi_sqr_var)(sum.z, sum.z, (const mc_word(*)[FB_WORDS])call->maps[thread]);
    }
    call->sums[thread] = sum;
    return true;
}

static bool tau_split_end(void *state, uint64_t *r)
{
    tau_split *call = state;
    EC(affine) result;
    for (unsigned thread = 1; thread < call->threads; thread++)
        ec_add_var(&call->sums[0], &call->sums[0], &call->sums[thread], call->curve);
    ec_to_affine_var(&result, &call->sums[0]);
    memcpy(r, &result, sizeof result);
    return true;
}

static const mc_parallel_phase PHASES[] = {tau_split_ready, tau_split_sum};

const mc_parallel_binary_method PARALLEL(tau_split) = {
    .name = "tau-split",
    .threads_most = THREADS_MOST,
    .state_bytes = sizeof(tau_split),
    .fits = tau_split_fits,
    .prepare = tau_split_prepare,
    .begin = PARALLEL(begin),
    .phases = PHASES,
    .phase_count = sizeof PHASES / sizeof *PHASES,
    .end = tau_split_end,
};

#endif
