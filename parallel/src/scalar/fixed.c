/* Fixed points: sums of entries of a table, without doublings. A window i has entries v 2^(w i) P for v from 1 to
 * 2^w - 1, or, with signed digits, to 2^(w - 1); with w = 1 it is the table of arruda2014, Algorithm 4. The additions
 * are shared evenly by the threads, each with a sum of its own. Entries of bits from options.filled on are empty, as in
 * arruda2014, Table 15, and additions of them cost nothing. */
#include "scalar/method.h"

typedef struct {
    mc_affine *table;
    mc_jacobian *points; /* while the table is made */
    mp_limb_t *products;
    mc_action *actions;
    size_t entries, count;
    mc_scalar_lanes *lanes;
} workspace;

static bool has_signs(const mc_parallel_scalar *scalar)
{
    return scalar->method == &mc_parallel_windows_signed;
}

static size_t values(const mc_parallel_scalar *scalar)
{
    return has_signs(scalar) ? (size_t)1 << (scalar->window - 1) : ((size_t)1 << scalar->window) - 1;
}

static size_t windows(const mc_parallel_scalar *scalar, size_t bits)
{
    return (bits + scalar->window - 1) / scalar->window;
}

static void prepare(mc_parallel_scalar *scalar)
{
    mc_parallel_arena *arena = &scalar->arena;
    workspace *own = scalar->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    size_t all = windows(scalar, scalar->options.bits) + has_signs(scalar);
    own->entries = (windows(scalar, scalar->options.filled) + has_signs(scalar)) * values(scalar);
    own->table = mc_parallel_take(arena, own->entries * sizeof *own->table);
    own->points = mc_parallel_take(arena, own->entries * sizeof *own->points);
    own->products = mc_parallel_take_limbs(arena, own->entries * scalar->n);
    own->actions = mc_parallel_take(arena, all * sizeof *own->actions);
    own->lanes = mc_parallel_scalar_lanes_take(arena);
    for (size_t i = 0; i < own->entries && !arena->failed; i++) {
        own->table[i] = mc_parallel_affine_take(scalar->n, arena);
        own->points[i] = mc_parallel_jacobian_take(scalar->n, arena);
    }
}

/* 2^(w i) P is twice the multiple 2^(w - 1) of the window before, which is the middle one, or the last. */
static void set_point(mc_parallel_scalar *scalar)
{
    workspace *own = scalar->own;
    mc_worker *worker = scalar->workers[0];
    size_t count = values(scalar);
    for (size_t first = 0; first < own->entries; first += count) {
        mc_jacobian *points = own->points + first;
        if (first == 0)
            mc_parallel_jacobian_copy(points, &scalar->jacobian, scalar->n);
        else
            mc_parallel_worker_double(worker, points, points - count + ((size_t)1 << (scalar->window - 1)) - 1);
        for (size_t v = 1; v < count; v++)
            mc_parallel_worker_add(worker, &points[v], &points[v - 1], &points[0]);
    }
    mc_parallel_worker_normalise(worker, own->table, own->points, own->entries, own->products);
}

/* Bits of window i, of those below `bits`. */
static int value_of(const mc_parallel_scalar *scalar, size_t i, size_t bits)
{
    int value = 0;
    for (size_t j = 0; j < scalar->window && i * scalar->window + j < bits; j++)
        value |= (int)mc_bit(scalar->k, i * scalar->window + j) << j;
    return value;
}

/* Digits from -2^(w - 1) + 1 to 2^(w - 1), of the bits that the table has entries for. */
static void begin_signed(mc_parallel_scalar *scalar)
{
    workspace *own = scalar->own;
    size_t bits = scalar->options.filled;
    int carry = 0, half = 1 << (scalar->window - 1);
    own->count = 0;
    for (size_t i = 0; i <= windows(scalar, bits); i++) {
        int digit = value_of(scalar, i, bits) + carry;
        mc_action entry = (mc_action)(i * values(scalar));
        carry = digit > half;
        digit -= carry << scalar->window;
        if (digit != 0)
            own->actions[own->count++] = digit > 0 ? entry + digit : digit - entry;
    }
}

/* Additions alone; those of empty entries are counted and left out. */
static void begin(mc_parallel_scalar *scalar)
{
    workspace *own = scalar->own;
    size_t count = windows(scalar, scalar->options.bits);
    own->count = 0;
    for (size_t i = 0; i < count; i++) {
        size_t value = (size_t)value_of(scalar, i, scalar->options.bits), entry = i * values(scalar);
        if (value != 0 && entry < own->entries)
            own->actions[own->count++] = (mc_action)(entry + value);
        else if (value != 0)
            scalar->workers[0]->field.empty_additions++;
    }
}

static bool run_share(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    size_t from = own->count * thread / scalar->threads, to = own->count * (thread + 1) / scalar->threads;
    mc_parallel_worker_sum_up(scalar->workers[thread], own->actions + from, to - from, own->table);
    return true;
}

static void begin_lanes(mc_parallel_scalar *scalar)
{
    workspace *own = scalar->own;
    begin(scalar);
    mc_parallel_scalar_begin_lanes(own->lanes, scalar, (mc_scalar_sum){own->actions, own->table, own->count});
}

static bool run_lane(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    return mc_parallel_scalar_run_lane(((workspace *)scalar->own)->lanes, scalar, thread);
}

static const mc_parallel_phase SHARES[] = {run_share, mc_parallel_scalar_join};
static const mc_parallel_phase LANES[] = {run_lane};

const mc_parallel_method mc_parallel_table = {
    .name = "table",
    .summary = "a table of 2^i P, additions alone, shared by the threads",
    .source = "arruda2014, Algorithm 4 and Section 4.6",
    .is_fixed = true,
    .threads_least = 1,
    .threads_most = MC_SCALAR_THREADS,
    .usual_window = 1,
    .window_most = 1,
    .prepare = prepare,
    .set_point = set_point,
    .begin = begin,
    .phases = SHARES,
    .phase_count = 2,
};

const mc_parallel_method mc_parallel_table_formulas = {
    .name = "table-formulas",
    .summary = "the same table, with the multiplications of each addition on two threads",
    .source = "arruda2014, Algorithm 4 and Section 4.6",
    .is_fixed = true,
    .threads_least = 2,
    .threads_most = 2,
    .usual_window = 1,
    .window_most = 8,
    .prepare = prepare,
    .set_point = set_point,
    .begin = begin_lanes,
    .phases = LANES,
    .phase_count = 1,
};

const mc_parallel_method mc_parallel_windows = {
    .name = "windows",
    .summary = "a table of all multiples in each window of bits, additions alone, shared by the threads",
    .source = "ours; windows-signed is nearer to Basu 2012",
    .is_fixed = true,
    .threads_least = 1,
    .threads_most = MC_SCALAR_THREADS,
    .usual_window = 4,
    .window_most = 8,
    .prepare = prepare,
    .set_point = set_point,
    .begin = begin,
    .phases = SHARES,
    .phase_count = 2,
};

const mc_parallel_method mc_parallel_windows_signed = {
    .name = "windows-signed",
    .summary = "the windows with signed digits, so half the table",
    .source = "the nearest of ours to Basu 2012, who shares a table for a variation of the NAF",
    .is_fixed = true,
    .threads_least = 1,
    .threads_most = MC_SCALAR_THREADS,
    .usual_window = 4,
    .window_most = 8,
    .prepare = prepare,
    .set_point = set_point,
    .begin = begin_signed,
    .phases = SHARES,
    .phase_count = 2,
};
