/* Montgomery's multiplication by blocks in a ring of threads that pass messages (arruda2014, 2.6; Chen and Schaumont
 * 2011). B has blocks of w limbs; block i is the task of thread i mod k, and changes T to
 *
 *     (T + A B_i + M m_i) / r^w,   m_i = (T + A B_i) mu mod r^w.
 *
 * From T < 2 M this is below (2 M + 2 M (r^w - 1)) / r^w = 2 M. A task goes through A and M by blocks j, too. Its step
 * j reads block j of T and writes block j - 1, so one T serves all tasks: task i + 1 reads block j as soon as task i
 * has done step j + 1, and that is the message. Here it is a counter of each thread's steps; what the step wrote goes
 * with it.
 *
 * The numbers have N = w ceil(n / w) limbs, with zeros above n, and the factor is r^N. */
#include "modmul/multiplier.h"
#include "modmul/partial.h"

#include <stdatomic.h>

#define MOST_THREADS 4

typedef struct {
    _Alignas(MC_CACHE_LINE) atomic_size_t steps; /* that the thread has done, of all its tasks */
    size_t task, block;                          /* where it is */
    const mp_limb_t *mu;                         /* w limbs */
    mp_limb_t *m_i;                              /* 2 w limbs, the quotient in the lower w */
    mp_limb_t *product;                          /* 2 w limbs */
    mp_limb_t *sum;                              /* 2 w + 1 limbs: of a step; its upper part goes into the next */
} ring_thread;

typedef struct {
    ring_thread threads[MOST_THREADS];
    size_t w, blocks;
    mp_limb_t *a, *b, *m; /* N limbs */
    mp_limb_t *t;         /* N + 1 limbs */
} workspace;

static void begin(mc_parallel_multiplier *multiplier)
{
    workspace *own = multiplier->own;
    size_t n = multiplier->modulus->n;
    mc_limbs_copy(own->a, multiplier->a, n);
    mc_limbs_copy(own->b, multiplier->b, n);
    mc_limbs_clear(own->t, own->w * own->blocks + 1);
    for (unsigned thread = 0; thread < multiplier->threads; thread++) {
        atomic_store_explicit(&own->threads[thread].steps, 0, memory_order_relaxed);
        own->threads[thread].task = thread;
        own->threads[thread].block = 0;
    }
}

/* Whether the task before has written block `block` of T. */
static bool has_arrived(const mc_parallel_multiplier *multiplier, size_t task, size_t block)
{
    workspace *own = multiplier->own;
    if (task == 0)
        return true;
    size_t before = (task - 1) / multiplier->threads * own->blocks;
    size_t steps = atomic_load_explicit(&own->threads[(task - 1) % multiplier->threads].steps, memory_order_acquire);
    return steps >= before + mc_limbs_least(block + 2, own->blocks);
}

/* sum = (sum / r^w of the step before) + T_j + A_j B_i + M_j m_i; its lower w limbs are block j - 1 of T. In the last
 * step T_j has a limb more, and the upper part is the last block of T. The sum is below 3 r^(2w). */
static void do_step(workspace *own, ring_thread *thread)
{
    size_t w = own->w, j = thread->block;
    bool last = j + 1 == own->blocks;
    const mp_limb_t *a = own->a + j * w, *m = own->m + j * w, *b = own->b + thread->task * w;
    mp_limb_t *sum = thread->sum, *t = own->t + j * w;
    if (j == 0)
        mc_limbs_clear(sum, 2 * w + 1);
    else {
        mc_limbs_copy(sum, sum + w, w + 1);
        mc_limbs_clear(sum + w + 1, w);
    }
    mc_limbs_add(sum, 2 * w + 1, t, w + last);
    mc_limbs_mul(thread->product, a, w, b, w);
    mc_limbs_add(sum, 2 * w + 1, thread->product, 2 * w);
    if (j == 0)
        mc_limbs_mul(thread->m_i, sum, w, thread->mu, w);
    mc_limbs_mul(thread->product, m, w, thread->m_i, w);
    mc_limbs_add(sum, 2 * w + 1, thread->product, 2 * w);
    if (j > 0)
        mc_limbs_copy(t - w, sum, w);
    if (last)
        mc_limbs_copy(t, sum + w, w + 1);
}

static bool go_round(void *call, unsigned number)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    ring_thread *thread = &own->threads[number];
    for (; thread->task < own->blocks; thread->task += multiplier->threads, thread->block = 0)
        for (; thread->block < own->blocks; thread->block++) {
            if (!has_arrived(multiplier, thread->task, thread->block))
                return false;
            do_step(own, thread);
            size_t steps = atomic_load_explicit(&thread->steps, memory_order_relaxed);
            atomic_store_explicit(&thread->steps, steps + 1, memory_order_release);
        }
    return true;
}

/* T < 2 M, so its limbs above n + 1 are 0. */
static bool finish(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    if (thread == 0)
        mc_parallel_subtract(multiplier->z, ((workspace *)multiplier->own)->t, multiplier->modulus);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {go_round, finish};
    const mc_parallel_modulus *modulus = multiplier->modulus;
    mc_parallel_arena *arena = &multiplier->arena;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    size_t w = own->w = mc_limbs_most(multiplier->split, 1);
    own->blocks = (modulus->n + w - 1) / w;
    mp_limb_t **numbers[] = {&own->a, &own->b, &own->m, &own->t};
    for (int i = 0; i < 4; i++)
        *numbers[i] = mc_parallel_take_limbs(arena, w * own->blocks + 1);
    for (unsigned thread = 0; thread < multiplier->threads; thread++) {
        ring_thread *one = &own->threads[thread];
        one->mu = modulus->mu;
        one->m_i = mc_parallel_take_limbs(arena, 2 * w);
        one->product = mc_parallel_take_limbs(arena, 2 * w);
        one->sum = mc_parallel_take_limbs(arena, 2 * w + 1);
    }
    if (!arena->failed)
        mc_limbs_copy(own->m, modulus->m, modulus->n);
}

static size_t usual_split(const mc_parallel_multiplier *multiplier)
{
    size_t blocks = 4 * multiplier->threads;
    return (multiplier->modulus->n + blocks - 1) / blocks;
}

static size_t scale(const mc_parallel_multiplier *multiplier)
{
    size_t w = mc_limbs_most(multiplier->split, 1);
    return (multiplier->modulus->n + w - 1) / w * w;
}

const mc_parallel_algorithm mc_parallel_message_passing = {
    .name = "message-passing",
    .summary = "Montgomery's multiplication by blocks, in a ring of threads that pass on what they have done",
    .threads = MC_PARALLEL_THREADS(1) | MC_PARALLEL_THREADS(2) | MC_PARALLEL_THREADS(3) | MC_PARALLEL_THREADS(4),
    .scale = scale,
    .split = usual_split,
    .prepare = prepare,
    .begin = begin,
};
