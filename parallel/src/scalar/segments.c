/* Segments of the scalar, one for each thread.
 *
 * segments (Al-Somani and Ibrahim 2009): k = sum of 2^(s_t) k_t. Thread t doubles P s_t times, then multiplies by k_t.
 * Higher segments are shorter, so that all threads end at the same time: see `balance`.
 *
 * segments-post (Al-Somani, Fayoumi and Ibrahim 2014): segments of equal length, all of P; then thread 0 makes the
 * doublings that are left, and adds up. */
#include "scalar/method.h"

typedef struct {
    size_t from, to; /* bits */
    mc_affine *table;
    mc_jacobian *room, base, next;
    mp_limb_t *products;
    int *digits;
    mc_action *actions;
} segment;

typedef struct {
    segment segments[MC_SCALAR_THREADS];
    size_t entries;
} workspace;

#define DOUBLING 8.0 /* multiplications */
#define ADDITION 11.0

/* Segment t costs D s_t + B (s_(t+1) - s_t) with B = D + A times the part of digits that are not 0. Equal costs C give
 * s_(t+1) = q s_t + C / B with q = 1 - D / B, so s_t = (C / D) (1 - q^t); s_T = bits gives C. */
static void balance(workspace *own, unsigned threads, size_t bits, unsigned window)
{
    double per_bit = DOUBLING + ADDITION / (window == 1 ? 2 : window + 1), q = 1 - DOUBLING / per_bit, all = 1,
           part = 1;
    for (unsigned t = 0; t < threads; t++)
        all *= q;
    for (unsigned t = 0; t < threads; t++) {
        own->segments[t].from = (size_t)((double)bits * (1 - part) / (1 - all));
        if (t > 0)
            own->segments[t - 1].to = own->segments[t].from;
        part *= q;
    }
    own->segments[threads - 1].to = bits;
}

static void halve(workspace *own, unsigned threads, size_t bits)
{
    for (unsigned t = 0; t < threads; t++) {
        own->segments[t].from = bits * t / threads;
        own->segments[t].to = bits * (t + 1) / threads;
    }
}

static void prepare_segment(segment *one, size_t entries, size_t n, mc_parallel_arena *arena)
{
    size_t digits = one->to - one->from + 1;
    one->table = mc_parallel_take(arena, entries * sizeof *one->table);
    one->room = mc_parallel_take(arena, (entries + 1) * sizeof *one->room);
    one->products = mc_parallel_take_limbs(arena, entries * n);
    one->digits = mc_parallel_take(arena, digits * sizeof *one->digits);
    one->actions = mc_parallel_take(arena, 2 * digits * sizeof *one->actions);
    one->base = mc_parallel_jacobian_take(n, arena);
    one->next = mc_parallel_jacobian_take(n, arena);
    for (size_t i = 0; i <= entries && !arena->failed; i++) {
        one->room[i] = mc_parallel_jacobian_take(n, arena);
        if (i < entries)
            one->table[i] = mc_parallel_affine_take(n, arena);
    }
}

static void prepare(mc_parallel_scalar *scalar, bool is_balanced)
{
    workspace *own = scalar->own = mc_parallel_take(&scalar->arena, sizeof *own);
    if (own == NULL)
        return;
    own->entries = mc_parallel_digit_entries(scalar->window);
    if (is_balanced)
        balance(own, scalar->threads, scalar->options.bits, scalar->window);
    else
        halve(own, scalar->threads, scalar->options.bits);
    for (unsigned t = 0; t < scalar->threads && !scalar->arena.failed; t++)
        prepare_segment(&own->segments[t], own->entries, scalar->n, &scalar->arena);
}

static void prepare_balanced(mc_parallel_scalar *scalar)
{
    prepare(scalar, true);
}

static void prepare_equal(mc_parallel_scalar *scalar)
{
    prepare(scalar, false);
}

static void begin(mc_parallel_scalar *scalar)
{
    (void)scalar; /* each thread recodes its own segment */
}

static void sum_up(mc_parallel_scalar *scalar, unsigned thread, const mc_affine *table)
{
    segment *one = &((workspace *)scalar->own)->segments[thread];
    size_t digits = mc_parallel_digits(one->digits, scalar->k, one->from, one->to, scalar->window);
    mc_parallel_worker_sum_up(scalar->workers[thread], one->actions,
                              mc_parallel_actions_of_digits(one->actions, one->digits, digits), table);
}

/* The odd multiples of 2^(s_t) P; the segment at 0 with one entry needs none. */
static bool run_segment(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    segment *one = &own->segments[thread];
    mc_worker *worker = scalar->workers[thread];
    if (one->from == 0 && own->entries == 1) {
        sum_up(scalar, thread, &scalar->point);
        return true;
    }
    mc_parallel_jacobian_copy(&one->base, &scalar->jacobian, scalar->n);
    for (size_t i = 0; i < one->from; i++) {
        mc_jacobian doubled = one->next;
        mc_parallel_worker_double(worker, &doubled, &one->base);
        one->next = one->base;
        one->base = doubled;
    }
    mc_parallel_worker_odd_multiples(worker, one->table, own->entries, &one->base, one->room, one->products);
    sum_up(scalar, thread, one->table);
    return true;
}

static bool make_shared_table(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    segment *first = &own->segments[0];
    if (thread == 0 && own->entries > 1)
        mc_parallel_worker_odd_multiples(scalar->workers[0], first->table, own->entries, &scalar->jacobian, first->room,
                                         first->products);
    return true;
}

static bool run_equal_segment(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    sum_up(scalar, thread, own->entries == 1 ? &scalar->point : own->segments[0].table);
    return true;
}

/* From the highest segment down: its doublings, then the sum of the one below. */
static bool join_equal_segments(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    mc_worker *worker = scalar->workers[0];
    if (thread != 0 || scalar->threads == 1)
        return true;
    mc_parallel_scalar_begin_tail(scalar);
    mc_jacobian lowest = worker->sum;
    worker->sum = own->segments[0].base;
    mc_parallel_jacobian_copy(&worker->sum, &scalar->workers[scalar->threads - 1]->sum, scalar->n);
    for (unsigned t = scalar->threads - 1; t-- > 0;) {
        for (size_t i = own->segments[t].from; i < own->segments[t].to; i++)
            mc_parallel_worker_double_sum(worker);
        mc_parallel_worker_add_to_sum(worker, t == 0 ? &lowest : &scalar->workers[t]->sum);
    }
    own->segments[0].base = lowest; /* the worker keeps the other's limbs */
    return true;
}

static const mc_parallel_phase BALANCED[] = {run_segment, mc_parallel_scalar_join};
static const mc_parallel_phase EQUAL[] = {make_shared_table, run_equal_segment, join_equal_segments};

const mc_parallel_method mc_parallel_segments = {
    .name = "segments",
    .summary = "segments of the scalar, the higher the shorter, each with doublings of its own before",
    .source = "Al-Somani and Ibrahim 2009",
    .threads_least = 1,
    .threads_most = MC_SCALAR_THREADS,
    .usual_window = 5,
    .window_most = 8,
    .prepare = prepare_balanced,
    .begin = begin,
    .phases = BALANCED,
    .phase_count = 2,
};

const mc_parallel_method mc_parallel_segments_post = {
    .name = "segments-post",
    .summary = "equal segments of the scalar, and the doublings that are left in one thread afterwards",
    .source = "Al-Somani, Fayoumi and Ibrahim 2014",
    .threads_least = 1,
    .threads_most = MC_SCALAR_THREADS,
    .usual_window = 5,
    .window_most = 8,
    .prepare = prepare_equal,
    .begin = begin,
    .phases = EQUAL,
    .phase_count = 3,
};
