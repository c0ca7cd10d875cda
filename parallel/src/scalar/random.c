/* Points that are not known before: one sum by doubling and adding, in one thread or in two lanes. */
#include "scalar/method.h"

typedef struct {
    mc_affine *table; /* odd multiples of the point */
    mc_jacobian *room;
    mp_limb_t *products;
    int *digits;
    mc_action *actions;
    size_t entries, count;
    mc_scalar_lanes *lanes;
} workspace;

static void prepare(mc_parallel_scalar *scalar)
{
    mc_parallel_arena *arena = &scalar->arena;
    workspace *own = scalar->own = mc_parallel_take(arena, sizeof *own);
    size_t entries = mc_parallel_digit_entries(scalar->window), digits = scalar->options.bits + 1;
    if (own == NULL)
        return;
    own->entries = entries;
    own->table = mc_parallel_take(arena, entries * sizeof *own->table);
    own->room = mc_parallel_take(arena, (entries + 1) * sizeof *own->room);
    own->products = mc_parallel_take_limbs(arena, entries * scalar->n);
    own->digits = mc_parallel_take(arena, digits * sizeof *own->digits);
    own->actions = mc_parallel_take(arena, 2 * digits * sizeof *own->actions);
    own->lanes = mc_parallel_scalar_lanes_take(arena);
    for (size_t i = 0; i <= entries && !arena->failed; i++) {
        own->room[i] = mc_parallel_jacobian_take(scalar->n, arena);
        if (i < entries)
            own->table[i] = mc_parallel_affine_take(scalar->n, arena);
    }
}

static void begin(mc_parallel_scalar *scalar)
{
    workspace *own = scalar->own;
    size_t digits = mc_parallel_digits(own->digits, scalar->k, 0, scalar->options.bits, scalar->window);
    own->count = mc_parallel_actions_of_digits(own->actions, own->digits, digits);
}

static const mc_affine *make_table(mc_parallel_scalar *scalar)
{
    workspace *own = scalar->own;
    if (own->entries == 1)
        return &scalar->point;
    mc_parallel_worker_odd_multiples(scalar->workers[0], own->table, own->entries, &scalar->jacobian, own->room,
                                     own->products);
    return own->table;
}

static bool run_left_to_right(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    (void)thread;
    mc_parallel_worker_sum_up(scalar->workers[0], own->actions, own->count, make_table(scalar));
    return true;
}

static bool begin_lanes(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    if (thread != 0)
        return true;
    const mc_affine *table = make_table(scalar);
    mc_parallel_scalar_begin_lanes(own->lanes, scalar, (mc_scalar_sum){own->actions, table, own->count});
    return true;
}

static bool run_lane(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    return mc_parallel_scalar_run_lane(((workspace *)scalar->own)->lanes, scalar, thread);
}

static const mc_parallel_phase LEFT_TO_RIGHT[] = {run_left_to_right};
static const mc_parallel_phase LANES[] = {begin_lanes, run_lane};

const mc_parallel_method mc_parallel_left_to_right = {
    .name = "left-to-right",
    .summary = "double and add from the highest digit on, in one thread; window 1 is binary, 2 the NAF",
    .source = "hankerson2004 3.27 and 3.36",
    .threads_least = 1,
    .threads_most = 1,
    .usual_window = 5,
    .window_most = 8,
    .prepare = prepare,
    .begin = begin,
    .phases = LEFT_TO_RIGHT,
    .phase_count = 1,
};

const mc_parallel_method mc_parallel_formulas = {
    .name = "formulas",
    .summary = "as left-to-right, with the multiplications of each point formula on two threads",
    .source = "arruda2014, Section 4.6",
    .threads_least = 2,
    .threads_most = 2,
    .usual_window = 5,
    .window_most = 8,
    .prepare = prepare,
    .begin = begin,
    .phases = LANES,
    .phase_count = 2,
};
