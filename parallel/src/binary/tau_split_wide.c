/* The tau-adic split over four streams (scalar/tau/streams.h of the library of curves). There place j of each wide
 * point adds up part j of the regular digits; here a thread takes a range of the digits of every part:
 *
 *   k P = the sum of tau^(s_t) S_t,   s_t = (w - 1) f_t,   S_t = the sum over parts j and digits f_t <= i < f_(t + 1)
 *                                                                of u_(j,i) tau^((w - 1)(i - f_t)) P_j
 *
 * so all threads read one table, of the multiples of the P_j, which the first makes while the last recodes k. Each adds
 * up the four places of its sum before it maps it, so that the map is that of one point.
 *
 * Cases of additions make Z zero in all that is computed from them (curve/binary/fb_wide.h); the product is then made
 * again by wtnaf, which takes every point and scalar. That would also hide a wrong sum with Z = 0: the tests count how
 * often it happens (mc_parallel_binary_repeats). */
#include "template.h"
#include "scalar/tau/streams.h"

#if EC_HAS_WTNAF_STREAMS

#define WINDOW 5
#define PART   WTNAF_STREAMS_PART(WINDOW)
#define POINTS WTNAF_TABLE_POINTS(WINDOW)
#define PLACES (PART * (WINDOW - 1)) /* of a part */
#define ALPHAS EC(MC_CONCATENATE(wtnaf_window, WINDOW))

/* A map takes as long as these steps. Which thread has which digits changes no product. */
#define STEPS_OF_A_MAP 2

typedef struct {
    mc_word x[EC_WORDS], y[EC_WORDS], z[EC_WORDS];
} single_point;

typedef struct {
    PARALLEL(operands) operands;
    wide_point table[POINTS];
    const EC(curve) *curve;
    unsigned threads;
    uint8_t first[THREADS_MOST + 1];
    PARALLEL(map) maps[THREADS_MOST], half_run, quarter_run; /* runs of squarings of the inversion */
    uint8_t digits[4 * PART];
    single_point sums[THREADS_MOST];
} tau_split_wide;

static bool tau_split_wide_fits(const void *curve)
{
    return MC_HAS_WIDE(MC_SYSTEM_SAYS) && EC_CURVE_KOBLITZ((const EC(curve) *)curve) != NULL;
}

static void tau_split_wide_prepare(void *state, const void *curve, unsigned threads)
{
    tau_split_wide *call = state;
    call->curve = curve;
    call->threads = threads;
    const unsigned lead = (PART + STEPS_OF_A_MAP * (threads - 1)) / threads; /* digits of the first thread */
    call->first[threads] = PART;
    for (unsigned thread = 1; thread < threads; thread++) {
        call->first[thread] = (uint8_t)(lead + (PART - lead) * (thread - 1) / (threads - 1));
        FB(multi_sqr_table)(call->maps[thread], (WINDOW - 1) * call->first[thread]);
    }
    FB(multi_sqr_table)(call->half_run, FB_MULTI_SQR_BYTES_EXPONENT / 2);
    FB(multi_sqr_table)(call->quarter_run, FB_MULTI_SQR_BYTES_EXPONENT / 4);
}

#if FB_M > 409
#define ADD add_in_loops

MC_NOINLINE WIDE void products(wide_element *r, const wide_element *const *a, const wide_element *const *b,
                               unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        r[i] = wide_mul(*a[i], *b[i]);
}

/* EC(wide_add_vpclmul), product after product by the same code. In line the products of so long a field are 28 KB,
 * which with the rest of a step are more than a first-level cache of 32 KB holds: a step took 1.4 times as long. r may
 * be p. */
WIDE static void add_in_loops(wide_point *r, const wide_point *p, const wide_point *q)
{
    wide_element crossed[4], m[3], n[2];
    products(crossed, (const wide_element *[]){&p->x, &p->y, &q->x, &q->y},
             (const wide_element *[]){&q->z, &q->z, &p->z, &p->z}, 4);
    const wide_element a = wide_add(crossed[1], crossed[3]), b = wide_sqr(wide_add(crossed[0], crossed[2]));
    products(m, (const wide_element *[]){&a, &a, &a}, (const wide_element *[]){&crossed[0], &crossed[2], &b}, 3);
    products(n, (const wide_element *[]){&m[0], &m[2]}, (const wide_element *[]){&m[1], &q->z}, 2);
    const wide_element square = wide_sqr(wide_add(m[1], b)), yz = wide_add(p->y, p->z);
    products(m, (const wide_element *[]){&n[1], &n[1]}, (const wide_element *[]){&yz, &p->z}, 2);
    r->x = n[0];
    r->y = wide_add(square, m[0]);
    r->z = m[1];
}
#else
#define ADD EC(wide_add_vpclmul)
#endif

/* p = tau^count p, by one squaring's code for all coordinates. */
MC_NOINLINE WIDE void map_step(wide_point *p, unsigned count)
{
    wide_element *coordinates = &p->x;
    for (unsigned e = 0; e < WIDE_POINT_ELEMENTS; e++)
        coordinates[e] = wide_sqr_times(coordinates[e], count);
}

/* Place j: tau^(j PLACES) p. */
WIDE static wide_affine start_points(const EC(affine) *p)
{
    EC(affine) image[WIDE_ELEMENTS] = {*p};
    for (unsigned j = 1; j < WIDE_ELEMENTS; j++) {
        FB(multi_sqr_bytes_vpclmul)(image[j].x, image[j - 1].x);
        FB(multi_sqr_bytes_vpclmul)(image[j].y, image[j - 1].y);
        fb_sqr_times(image[j].x, image[j].x, PLACES - FB_MULTI_SQR_BYTES_EXPONENT);
        fb_sqr_times(image[j].y, image[j].y, PLACES - FB_MULTI_SQR_BYTES_EXPONENT);
    }
    return wide_affine_load(&image[0], &image[1], &image[2], &image[3]);
}

/* The points alpha_u of each place, as scalar/tau/table.c makes them of one. */
WIDE static void make_table(tau_split_wide *call)
{
    const int8_t mu = EC_CURVE_KOBLITZ(call->curve)->mu;
    const wide_point p = wide_from_affine(start_points(&call->operands.p));
    call->table[0] = p;
    for (unsigned slot = 1; slot < POINTS; slot++) {
        const MC_FLASH mc_wtnaf_step *step = &ALPHAS.steps[slot - 1];
        const mc_word source = 0 - (mc_word)(step->negate_source ^ (mu < 0 && step->power & 1));
        const mc_word sum = 0 - (mc_word)step->negate_sum;
        wide_point point = call->table[step->source];
        map_step(&point, step->power);
        point = wide_negate_masked(point, wide_constant(source, source));
        ADD(&point, &point, &p);
        call->table[slot] = wide_negate_masked(point, wide_constant(sum, sum));
    }
}

WIDE static bool tau_split_wide_ready(void *state, unsigned thread)
{
    tau_split_wide *call = state;
    const MC_FLASH EC(koblitz) *koblitz = EC_CURVE_KOBLITZ(call->curve);
    if (thread == call->threads - 1)
        EC(recode_wtnaf_regular_digits)(call->digits, 4 * PART, call->operands.k, &koblitz->full, &ALPHAS, koblitz->mu);
    if (thread == 0)
        make_table(call);
    return true;
}

/* Place j of points[j], an element of each. */
WIDE_INLINE wide_element gather(const wide_element *e0, const wide_element *e1, const wide_element *e2,
                                const wide_element *e3)
{
    return wide_blend(wide_blend(*e0, *e1, 2), wide_blend(*e2, *e3, 8), 12);
}

/* The points of digit i of each part: their places in memory tell the digits, as scalars are public. */
WIDE_INLINE wide_point chosen(const tau_split_wide *call, unsigned i)
{
    const uint8_t *d = call->digits + i;
    const wide_point *p0 = &call->table[d[0] >> 1], *p1 = &call->table[d[PART] >> 1],
                     *p2 = &call->table[d[2 * PART] >> 1], *p3 = &call->table[d[3 * PART] >> 1];
    const wide_point point = {gather(&p0->x, &p1->x, &p2->x, &p3->x), gather(&p0->y, &p1->y, &p2->y, &p3->y),
                              gather(&p0->z, &p1->z, &p2->z, &p3->z)};
    return wide_negate_masked(point, wide_masks(0 - (mc_word)(d[0] & 1), 0 - (mc_word)(d[PART] & 1),
                                                0 - (mc_word)(d[2 * PART] & 1), 0 - (mc_word)(d[3 * PART] & 1)));
}

/* The sum of the four points in all places. */
WIDE static void add_places(wide_point *sum)
{
    wide_point other = wide_point_permute(sum, 1, 0, 3, 2);
    ADD(sum, sum, &other);
    other = wide_point_permute(sum, 2, 3, 0, 1);
    ADD(sum, sum, &other);
}

WIDE static bool tau_split_wide_sum(void *state, unsigned thread)
{
    tau_split_wide *call = state;
    const unsigned first = call->first[thread];
    unsigned i = call->first[thread + 1] - 1u;
    wide_point sum = chosen(call, i);
    while (i-- > first) {
        const wide_point point = chosen(call, i);
        map_step(&sum, WINDOW - 1);
        ADD(&sum, &sum, &point);
    }
    add_places(&sum);
    single_point *one = &call->sums[thread];
    wide_store_one(one->x, &sum.x, 0);
    wide_store_one(one->y, &sum.y, 0);
    wide_store_one(one->z, &sum.z, 0);
    if (thread > 0) {
        FB(multi_sqr_var)(one->x, one->x, (const mc_word(*)[FB_WORDS])call->maps[thread]);
        FB(multi_sqr_var)(one->y, one->y, (const mc_word(*)[FB_WORDS])call->maps[thread]);
        FB(multi_sqr_var)(one->z, one->z, (const mc_word(*)[FB_WORDS])call->maps[thread]);
    }
    return true;
}

/* As FB(inv_multi_sqr_bytes_vpclmul), with its two longest runs of squarings by tables. r may be a. */
WIDE static void invert(mc_word *r, const mc_word *a, const tau_split_wide *call)
{
    const unsigned quarter_exponent = FB_MULTI_SQR_BYTES_EXPONENT;
    mc_word first[FB_WORDS], power[FB_WORDS], quarter[FB_WORDS], t[FB_WORDS];
    unsigned top = 1, k = 1;
    FB(copy)(first, a);
    FB(copy)(power, a);
    while (top <= quarter_exponent / 2)
        top *= 2;
    for (unsigned bit = top / 2; bit; bit /= 2) {
        if (k == quarter_exponent / 2)
            FB(multi_sqr_var)(t, power, (const mc_word(*)[FB_WORDS])call->half_run);
        else if (k == quarter_exponent / 4)
            FB(multi_sqr_var)(t, power, (const mc_word(*)[FB_WORDS])call->quarter_run);
        else
            fb_sqr_times(t, power, k);
        fb_mul(power, t, power);
        k *= 2;
        if (quarter_exponent & bit) {
            fb_sqr(power, power);
            fb_mul(power, power, first);
            k++;
        }
    }
    FB(copy)(quarter, power);
    for (; k < 4 * quarter_exponent; k += quarter_exponent) {
        FB(multi_sqr_bytes_vpclmul)(t, power);
        fb_mul(power, t, quarter);
    }
    for (; k < FB_M - 1; k++) {
        fb_sqr(power, power);
        fb_mul(power, power, first);
    }
    fb_sqr(r, power);
}

WIDE static wide_point load_single(const single_point *p)
{
    return (wide_point){wide_load_one(p->x), wide_load_one(p->y), wide_load_one(p->z)};
}

WIDE static bool tau_split_wide_end(void *state, uint64_t *r)
{
    tau_split_wide *call = state;
    wide_point sum = load_single(&call->sums[0]);
    for (unsigned thread = 1; thread < call->threads; thread++) {
        const wide_point other = load_single(&call->sums[thread]);
        ADD(&sum, &sum, &other);
    }
    mc_word inverse[EC_WORDS];
    EC(affine) result;
    wide_store_one(inverse, &sum.z, 0);
    const bool is_sum = !FB(mask_zero)(inverse);
    if (is_sum) {
        invert(inverse, inverse, call);
        const wide_affine affine = wide_to_affine(&sum, wide_load_one(inverse));
        wide_affine_store_one(&result, &affine, 0);
    } else {
        (void)EC(scalar_mult_wtnaf5_var)(&result, call->operands.k, &call->operands.p, call->curve);
    }
    memcpy(r, &result, sizeof result);
    return is_sum;
}

static const mc_parallel_phase PHASES[] = {tau_split_wide_ready, tau_split_wide_sum};

const mc_parallel_binary_method PARALLEL(tau_split_wide) = {
    .name = "tau-split-wide",
    .threads_most = THREADS_MOST,
    .state_bytes = sizeof(tau_split_wide),
    .fits = tau_split_wide_fits,
    .prepare = tau_split_wide_prepare,
    .begin = PARALLEL(begin),
    .phases = PHASES,
    .phase_count = sizeof PHASES / sizeof *PHASES,
    .end = tau_split_wide_end,
};

#endif
