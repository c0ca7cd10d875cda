/* Doublings in one thread, additions in another, from the lowest digit on; doubled points pass through a ring of slots.
 * The thread that doubles raises `doubled` after it has written slot i mod SLOTS, and the other raises `released` after
 * it has read it: a release store and an acquire load on each side, so neither sees half a point. With one thread it is
 * the right-to-left method. */
#include <stdatomic.h>

#include "scalar/method.h"

#define SLOTS 64
#define LOOKS 200 /* at the other's counter, before the engine decides how to wait */

typedef struct {
    _Alignas(MC_CACHE_LINE) _Atomic size_t doubled; /* slots 0 to doubled - 1 have been written */
    _Alignas(MC_CACHE_LINE) _Atomic size_t released;
    _Alignas(MC_CACHE_LINE) mc_jacobian slots[SLOTS];
    mc_jacobian minus;
    int *digits;
    size_t count;
} workspace;

static void prepare(mc_parallel_scalar *scalar)
{
    mc_parallel_arena *arena = &scalar->arena;
    workspace *own = scalar->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    for (unsigned i = 0; i < SLOTS; i++)
        own->slots[i] = mc_parallel_jacobian_take(scalar->n, arena);
    own->minus.y = mc_parallel_take_limbs(arena, scalar->n);
    own->digits = mc_parallel_take(arena, (scalar->options.bits + 1) * sizeof *own->digits);
}

static void start(mc_parallel_scalar *scalar, size_t count)
{
    workspace *own = scalar->own;
    own->count = count;
    atomic_store_explicit(&own->doubled, 0, memory_order_relaxed);
    atomic_store_explicit(&own->released, 0, memory_order_relaxed);
    scalar->workers[0]->sum.infinite = true;
}

static void begin(mc_parallel_scalar *scalar)
{
    int *digits = ((workspace *)scalar->own)->digits;
    start(scalar, mc_parallel_digits(digits, scalar->k, 0, scalar->options.bits, scalar->window));
}

static void begin_opposite(mc_parallel_scalar *scalar)
{
    int *digits = ((workspace *)scalar->own)->digits;
    start(scalar, mc_parallel_opposite_digits(digits, scalar->k, scalar->options.bits));
}

static bool reaches(_Atomic size_t *counter, size_t count, unsigned looks)
{
    do
        if (atomic_load_explicit(counter, memory_order_acquire) >= count)
            return true;
    while (looks-- > 0);
    return false;
}

/* Doubles as far as there are slots; true if all are done. */
static bool run_doublings(mc_parallel_scalar *scalar, unsigned looks)
{
    workspace *own = scalar->own;
    mc_worker *worker = scalar->workers[1];
    for (size_t i = atomic_load_explicit(&own->doubled, memory_order_relaxed); i < own->count; i++) {
        mc_jacobian *slot = &own->slots[i % SLOTS];
        if (i >= SLOTS && !reaches(&own->released, i - SLOTS + 1, looks))
            return false;
        if (i == 0)
            mc_parallel_jacobian_copy(slot, &scalar->jacobian, scalar->n);
        else
            mc_parallel_worker_double(worker, slot, &own->slots[(i - 1) % SLOTS]);
        atomic_store_explicit(&own->doubled, i + 1, memory_order_release);
    }
    return true;
}

static void add_slot(mc_parallel_scalar *scalar, const mc_jacobian *slot, bool subtracts)
{
    workspace *own = scalar->own;
    mc_worker *worker = scalar->workers[0];
    mc_jacobian other = *slot;
    if (subtracts) {
        mc_limbs_clear(own->minus.y, scalar->n);
        mc_parallel_field_subtract(&worker->field, own->minus.y, own->minus.y, slot->y);
        other.y = own->minus.y;
    }
    mc_parallel_worker_add_to_sum(worker, &other);
}

/* Adds what has been doubled; true if all digits are done. */
static bool run_additions(mc_parallel_scalar *scalar, unsigned looks)
{
    workspace *own = scalar->own;
    for (size_t i = atomic_load_explicit(&own->released, memory_order_relaxed); i < own->count; i++) {
        if (own->digits[i] != 0) {
            if (!reaches(&own->doubled, i + 1, looks))
                return false;
            add_slot(scalar, &own->slots[i % SLOTS], own->digits[i] < 0);
        }
        atomic_store_explicit(&own->released, i + 1, memory_order_release);
    }
    return true;
}

static bool run_part(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    if (scalar->threads == 1) {
        while (!run_doublings(scalar, 0))
            run_additions(scalar, 0);
        return run_additions(scalar, 0);
    }
    return thread == 0 ? run_additions(scalar, LOOKS) : run_doublings(scalar, LOOKS);
}

static const mc_parallel_phase PHASES[] = {run_part};

const mc_parallel_method mc_parallel_pipeline = {
    .name = "pipeline",
    .summary = "doublings in one thread, additions in another, from the lowest digit on; window 1 is binary, 2 the NAF",
    .source = "ours; pipeline-mof is Anagreh, Samsudin and Omar 2014",
    .threads_least = 1,
    .threads_most = 2,
    .workers = 2,
    .usual_window = 1,
    .window_most = 2,
    .prepare = prepare,
    .begin = begin,
    .phases = PHASES,
    .phase_count = 1,
};

const mc_parallel_method mc_parallel_pipeline_mof = {
    .name = "pipeline-mof",
    .summary = "the pipeline with digits of the mutual opposite form",
    .source = "Anagreh, Samsudin and Omar 2014, as arruda2014, Section 2.6, describes it",
    .threads_least = 1,
    .threads_most = 2,
    .workers = 2,
    .usual_window = 1,
    .window_most = 1,
    .prepare = prepare,
    .begin = begin_opposite,
    .phases = PHASES,
    .phase_count = 1,
};
