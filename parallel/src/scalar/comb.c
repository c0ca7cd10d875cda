/* The comb of Lim and Lee 1994 with a block of columns for each thread. With d = ceil(bits / w), column c of k holds
 * the bits c, c + d, ..., and block t the columns t e to (t + 1) e - 1, e = ceil(d / threads). Entry (2^w - 1) t + v -
 * 1 is 2^(t e) times the sum of 2^(i d) P over the bits i of v. So block t is doubled and added like a comb of e
 * columns, and nothing is doubled afterwards. */
#include "scalar/method.h"

typedef struct {
    mc_affine *table;
    mc_jacobian *points; /* while the table is made */
    mc_jacobian *teeth;
    mp_limb_t *products;
    mc_action *actions[MC_SCALAR_THREADS];
    size_t columns, block, values, entries;
} workspace;

static void prepare(mc_parallel_scalar *scalar)
{
    mc_parallel_arena *arena = &scalar->arena;
    workspace *own = scalar->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    own->columns = (scalar->options.bits + scalar->window - 1) / scalar->window;
    own->block = (own->columns + scalar->threads - 1) / scalar->threads;
    own->values = ((size_t)1 << scalar->window) - 1;
    own->entries = own->values * scalar->threads;
    own->table = mc_parallel_take(arena, own->entries * sizeof *own->table);
    own->points = mc_parallel_take(arena, own->entries * sizeof *own->points);
    own->teeth = mc_parallel_take(arena, scalar->window * sizeof *own->teeth);
    own->products = mc_parallel_take_limbs(arena, own->entries * scalar->n);
    for (unsigned t = 0; t < scalar->threads; t++)
        own->actions[t] = mc_parallel_take(arena, 2 * own->block * sizeof *own->actions[t]);
    for (size_t i = 0; i < own->entries && !arena->failed; i++) {
        own->table[i] = mc_parallel_affine_take(scalar->n, arena);
        own->points[i] = mc_parallel_jacobian_take(scalar->n, arena);
    }
    for (unsigned i = 0; i < scalar->window && !arena->failed; i++)
        own->teeth[i] = mc_parallel_jacobian_take(scalar->n, arena);
}

/* to = 2^times from, through the worker's sums. */
static void double_often(mc_worker *worker, mc_jacobian *to, const mc_jacobian *from, size_t times)
{
    mc_parallel_jacobian_copy(&worker->sum, from, worker->field.n);
    for (size_t i = 0; i < times; i++)
        mc_parallel_worker_double_sum(worker);
    mc_parallel_jacobian_copy(to, &worker->sum, worker->field.n);
}

/* Entry v is the tooth of its highest bit, plus the entry of all lower bits. */
static void make_block(mc_parallel_scalar *scalar, mc_jacobian *points)
{
    workspace *own = scalar->own;
    for (size_t v = 1, top = 0; v <= own->values; v++) {
        if (v >> (top + 1) != 0)
            top++;
        size_t lower = v - ((size_t)1 << top);
        if (lower == 0)
            mc_parallel_jacobian_copy(&points[v - 1], &own->teeth[top], scalar->n);
        else
            mc_parallel_worker_add(scalar->workers[0], &points[v - 1], &points[lower - 1], &own->teeth[top]);
    }
}

static void set_point(mc_parallel_scalar *scalar)
{
    workspace *own = scalar->own;
    mc_worker *worker = scalar->workers[0];
    mc_parallel_jacobian_copy(&own->teeth[0], &scalar->jacobian, scalar->n);
    for (unsigned i = 1; i < scalar->window; i++)
        double_often(worker, &own->teeth[i], &own->teeth[i - 1], own->columns);
    for (unsigned t = 0; t < scalar->threads; t++) {
        for (unsigned i = 0; t > 0 && i < scalar->window; i++)
            double_often(worker, &own->teeth[i], &own->teeth[i], own->block);
        make_block(scalar, own->points + t * own->values);
    }
    mc_parallel_worker_normalise(worker, own->table, own->points, own->entries, own->products);
}

static void begin(mc_parallel_scalar *scalar)
{
    (void)scalar; /* each thread reads its own columns */
}

static size_t column(const mc_parallel_scalar *scalar, size_t c)
{
    const workspace *own = scalar->own;
    size_t value = 0;
    for (unsigned i = 0; i < scalar->window && c < own->columns; i++)
        if (c + i * own->columns < scalar->options.bits)
            value |= (size_t)mc_bit(scalar->k, c + i * own->columns) << i;
    return value;
}

static bool run_block(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    workspace *own = scalar->own;
    mc_action *actions = own->actions[thread];
    size_t count = 0, first = thread * own->block;
    for (size_t c = own->block; c-- > 0;) {
        size_t value = column(scalar, first + c);
        if (count > 0)
            actions[count++] = 0;
        if (value != 0)
            actions[count++] = (mc_action)(thread * own->values + value);
    }
    mc_parallel_worker_sum_up(scalar->workers[thread], actions, count, own->table);
    return true;
}

static const mc_parallel_phase PHASES[] = {run_block, mc_parallel_scalar_join};

const mc_parallel_method mc_parallel_comb = {
    .name = "comb",
    .summary = "a comb, with a block of its columns for each thread",
    .source = "Lim and Lee 1994; arruda2014, Section 4.6",
    .is_fixed = true,
    .threads_least = 1,
    .threads_most = MC_SCALAR_THREADS,
    .usual_window = 6,
    .window_most = 8,
    .prepare = prepare,
    .set_point = set_point,
    .begin = begin,
    .phases = PHASES,
    .phase_count = 2,
};
