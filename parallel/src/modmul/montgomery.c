/* Montgomery's and Barrett's multiplication with products that several threads share (arruda2014, Algorithms 6 to 9);
 * with one thread they are the sequential, subquadratic ones. Each product takes a barrier before its parts are added
 * up, and one after: six with the call's return, as Table 2 says. */
#include "lanes/product.h"
#include "modmul/multiplier.h"
#include "modmul/partial.h"
#include "modmul/shared_product.h"

typedef struct {
    mc_parallel_shared_product c, q, qm;
    mp_limb_t *sum; /* n + 1 limbs */
} workspace;

static bool share_c(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    mc_parallel_shared_product c = own->c;
    c.a = multiplier->a;
    c.b = multiplier->b;
    mc_parallel_share(&c, thread, multiplier->threads);
    return true;
}

static bool join_c(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    if (thread == 0)
        mc_parallel_join(&((workspace *)multiplier->own)->c, multiplier->threads);
    return true;
}

static bool share_q(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    mc_parallel_share(&((workspace *)multiplier->own)->q, thread, multiplier->threads);
    return true;
}

static bool join_q(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    if (thread == 0)
        mc_parallel_join(&((workspace *)multiplier->own)->q, multiplier->threads);
    return true;
}

static bool share_qm(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    mc_parallel_share(&((workspace *)multiplier->own)->qm, thread, multiplier->threads);
    return true;
}

/* C = A B < M^2 and q < r^n, so (C + q M) / r^n < 2 M. */
static bool finish_montgomery(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    size_t n = multiplier->modulus->n;
    if (thread != 0)
        return true;
    mc_parallel_join(&own->qm, multiplier->threads);
    mc_parallel_lower_sum(own->sum, own->c.product, 2 * n, own->qm.product, n, n);
    mc_parallel_subtract(multiplier->z, own->sum, multiplier->modulus);
    return true;
}

/* C - Q M < 3 M (partial.h, t = n). */
static bool finish_barrett(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    size_t n = multiplier->modulus->n;
    if (thread != 0)
        return true;
    mc_parallel_join(&own->qm, multiplier->threads);
    mc_parallel_upper_rest(own->qm.product, own->c.product, n, n);
    mc_parallel_subtract(multiplier->z, own->qm.product, multiplier->modulus);
    return true;
}

/* C = A B; the quotient as the lower `low` limbs of (limbs of C from `from` on) times constant, both of `count` limbs;
 * Q from limb `q` of it on, times M. */
typedef struct {
    const mp_limb_t *constant;
    size_t from, count, low, q;
} quotient_plan;

static void prepare(mc_parallel_multiplier *multiplier, const quotient_plan *plan)
{
    size_t n = multiplier->modulus->n;
    unsigned threads = multiplier->threads;
    mc_parallel_arena *arena = &multiplier->arena;
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    own->sum = mc_parallel_take_limbs(arena, n + 1);
    mc_parallel_shared_product_prepare(&own->c, n, n, threads, multiplier->product, arena);
    mc_parallel_shared_product_prepare(&own->q, plan->count, plan->count, threads, multiplier->product, arena);
    mc_parallel_shared_product_prepare(&own->qm, n, plan->count, threads, multiplier->product, arena);
    own->c.an = own->c.bn = n;
    own->c.low = 2 * n;
    own->q.a = plan->constant;
    own->q.b = own->c.product + plan->from;
    own->q.an = own->q.bn = plan->count;
    own->q.low = plan->low;
    own->qm.a = multiplier->modulus->m;
    own->qm.b = own->q.product + plan->q;
    own->qm.an = n;
    own->qm.bn = plan->count;
}

static void prepare_montgomery(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {share_c, join_c, share_q, join_q, share_qm, finish_montgomery};
    size_t n = multiplier->modulus->n;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    prepare(multiplier, &(quotient_plan){.constant = multiplier->modulus->mu, .from = 0, .count = n, .low = n, .q = 0});
    if (multiplier->own != NULL)
        ((workspace *)multiplier->own)->qm.low = 2 * n;
}

static void prepare_barrett(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {share_c, join_c, share_q, join_q, share_qm, finish_barrett};
    size_t n = multiplier->modulus->n;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    prepare(multiplier,
            &(quotient_plan){
                .constant = multiplier->modulus->nu, .from = n - 1, .count = n + 1, .low = 2 * n + 2, .q = n + 1});
    if (multiplier->own != NULL)
        ((workspace *)multiplier->own)->qm.low = n + 1;
}

#define ONE_TO_FOUR (MC_PARALLEL_THREADS(1) | MC_PARALLEL_THREADS(2) | MC_PARALLEL_THREADS(3) | MC_PARALLEL_THREADS(4))

const mc_parallel_algorithm mc_parallel_montgomery = {
    .name = "montgomery",
    .summary = "Montgomery's reduction by two products, all products shared by the threads",
    .threads = ONE_TO_FOUR,
    .scale = mc_parallel_scale_n,
    .prepare = prepare_montgomery,
};

const mc_parallel_algorithm mc_parallel_montgomery_lanes = {
    .name = "montgomery-lanes",
    .summary = "montgomery with products in vector lanes (AVX-512 IFMA)",
    .threads = ONE_TO_FOUR,
    .scale = mc_parallel_scale_n,
    .runs_here = mc_parallel_has_lane_products,
    .product = mc_parallel_lane_product,
    .prepare = prepare_montgomery,
};

const mc_parallel_algorithm mc_parallel_barrett = {
    .name = "barrett",
    .summary = "Barrett's reduction by two products, all products shared by the threads",
    .threads = ONE_TO_FOUR,
    .scale = mc_parallel_scale_0,
    .prepare = prepare_barrett,
};

const mc_parallel_algorithm mc_parallel_barrett_lanes = {
    .name = "barrett-lanes",
    .summary = "barrett with products in vector lanes (AVX-512 IFMA)",
    .threads = ONE_TO_FOUR,
    .scale = mc_parallel_scale_0,
    .runs_here = mc_parallel_has_lane_products,
    .product = mc_parallel_lane_product,
    .prepare = prepare_barrett,
};
