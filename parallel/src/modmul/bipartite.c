/* Bipartite multiplication (arruda2014, Algorithm 10; Kaihara and Takagi 2008). B = B1 r^t + B0, and
 *
 *     A B / r^t = A B0 / r^t + A B1  modulo M:
 *
 * the first is reduced from below, the second from above. A B0 < M r^t, so the first is below 2 M (partial.h), below M
 * after one subtraction; A B1 has n + (n - t) limbs, and is fully reduced. Their sum is below 2 M. With t = 0 this is
 * Barrett's reduction in the second thread alone, with t = n Montgomery's in the first.
 *
 * With 4 threads two share each product, as in montgomery.c: threads 0 and 1 below, 2 and 3 above. */
#include "lanes/product.h"
#include "modmul/multiplier.h"
#include "modmul/partial.h"
#include "modmul/shared_product.h"

typedef struct {
    mc_parallel_shared_product c, q, qm;
    size_t t; /* limbs that are reduced */
} one_side;

typedef struct {
    one_side below, above;
    mp_limb_t *rests[2]; /* n + 1 limbs each */
} workspace;

/* Threads of each side. */
static unsigned team(const mc_parallel_multiplier *multiplier)
{
    return multiplier->threads / 2;
}

static one_side *side_of(const mc_parallel_multiplier *multiplier, unsigned thread)
{
    workspace *own = multiplier->own;
    return thread < team(multiplier) ? &own->below : &own->above;
}

static bool share_c(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    one_side *side = side_of(multiplier, thread);
    mc_parallel_shared_product c = side->c;
    c.a = multiplier->a;
    c.b = multiplier->b + (thread < team(multiplier) ? 0 : multiplier->split);
    mc_parallel_share(&c, thread % team(multiplier), team(multiplier));
    return true;
}

static bool join_c(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    if (thread % team(multiplier) == 0)
        mc_parallel_join(&side_of(multiplier, thread)->c, team(multiplier));
    return true;
}

static bool share_q(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    mc_parallel_share(&side_of(multiplier, thread)->q, thread % team(multiplier), team(multiplier));
    return true;
}

static bool join_q(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    if (thread % team(multiplier) == 0)
        mc_parallel_join(&side_of(multiplier, thread)->q, team(multiplier));
    return true;
}

static bool share_qm(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    mc_parallel_share(&side_of(multiplier, thread)->qm, thread % team(multiplier), team(multiplier));
    return true;
}

/* The rest of one side, below M. */
static void reduce_side(const mc_parallel_multiplier *multiplier, bool above)
{
    const mc_parallel_modulus *modulus = multiplier->modulus;
    workspace *own = multiplier->own;
    one_side *side = above ? &own->above : &own->below;
    mp_limb_t *rest = own->rests[above];
    size_t n = modulus->n;
    mc_parallel_join(&side->qm, team(multiplier));
    if (above) {
        mc_parallel_upper_rest(side->qm.product, side->c.product, side->t, n);
        mc_parallel_subtract(rest, side->qm.product, modulus);
    } else {
        mc_parallel_lower_sum(rest, side->c.product, n + side->t, side->qm.product, side->t, n);
        mc_parallel_subtract(rest, rest, modulus);
    }
    rest[n] = 0;
}

static bool reduce_sides(void *call, unsigned thread)
{
    reduce_side(call, thread > 0);
    return true;
}

static bool add_sides(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    size_t n = multiplier->modulus->n;
    if (thread != 0)
        return true;
    mc_limbs_add(own->rests[0], n + 1, own->rests[1], n);
    mc_parallel_subtract(multiplier->z, own->rests[0], multiplier->modulus);
    return true;
}

static bool reduce_and_add_sides(void *call, unsigned thread)
{
    if (thread == 0) {
        reduce_side(call, false);
        reduce_side(call, true);
    }
    return add_sides(call, thread);
}

/* One thread a side: no barrier before its rest is found. */
static bool compute_side(void *call, unsigned thread)
{
    share_c(call, thread);
    share_q(call, thread);
    share_qm(call, thread);
    return reduce_sides(call, thread);
}

/* Q from `count` limbs of C, from limb `from` on; Q M of which `low` limbs count. */
static void prepare_side(mc_parallel_multiplier *multiplier, one_side *side, const mp_limb_t *constant, size_t from,
                         size_t count)
{
    size_t n = multiplier->modulus->n;
    mc_parallel_arena *arena = &multiplier->arena;
    mc_parallel_shared_product_prepare(&side->c, n, side->t, team(multiplier), multiplier->product, arena);
    mc_parallel_shared_product_prepare(&side->q, count, count, team(multiplier), multiplier->product, arena);
    mc_parallel_shared_product_prepare(&side->qm, n, count, team(multiplier), multiplier->product, arena);
    side->c.an = side->qm.an = n;
    side->c.bn = side->t;
    side->c.low = n + side->t;
    side->q.a = constant;
    side->q.b = side->c.product + from;
    side->q.an = side->q.bn = side->qm.bn = count;
    side->q.low = side->qm.low = 2 * count;
    side->qm.a = multiplier->modulus->m;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase of_two[] = {compute_side, add_sides};
    static const mc_parallel_phase of_four[] = {share_c, join_c, share_q, join_q, share_qm, reduce_and_add_sides};
    const mc_parallel_modulus *modulus = multiplier->modulus;
    size_t n = modulus->n, t = multiplier->split;
    if (multiplier->threads == 2)
        MC_PARALLEL_SET_PHASES(multiplier, of_two);
    else
        MC_PARALLEL_SET_PHASES(multiplier, of_four);
    workspace *own = multiplier->own = mc_parallel_take(&multiplier->arena, sizeof *own);
    if (own == NULL)
        return;
    for (int i = 0; i < 2; i++)
        own->rests[i] = mc_parallel_take_limbs(&multiplier->arena, n + 1);
    own->below.t = t;
    own->above.t = n - t;
    prepare_side(multiplier, &own->below, modulus->mu, 0, t);
    own->below.q.low = t;
    own->below.qm.b = own->below.q.product;
    own->below.qm.low = n + t;
    prepare_side(multiplier, &own->above, mc_parallel_nu(modulus, n - t), n - 1, n - t + 1);
    own->above.qm.b = own->above.q.product + n - t + 1;
    own->above.qm.low = n + 1;
}

static size_t usual_split(const mc_parallel_multiplier *multiplier)
{
    return (multiplier->modulus->n + 1) / 2;
}

static size_t scale(const mc_parallel_multiplier *multiplier)
{
    return multiplier->split;
}

const mc_parallel_algorithm mc_parallel_bipartite = {
    .name = "bipartite",
    .summary = "the lower part of B reduced from below, the upper part from above",
    .threads = MC_PARALLEL_THREADS(2) | MC_PARALLEL_THREADS(4),
    .scale = scale,
    .split = usual_split,
    .prepare = prepare,
};

const mc_parallel_algorithm mc_parallel_bipartite_lanes = {
    .name = "bipartite-lanes",
    .summary = "bipartite with products in vector lanes (AVX-512 IFMA)",
    .threads = MC_PARALLEL_THREADS(2) | MC_PARALLEL_THREADS(4),
    .scale = scale,
    .split = usual_split,
    .runs_here = mc_parallel_has_lane_products,
    .product = mc_parallel_lane_product,
    .prepare = prepare,
};
