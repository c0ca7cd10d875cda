/* k-ary multipartite multiplication, version 1 (arruda2014, Algorithm 14, which writes P for M): the quotients of all
 * terms are added up, and one product with M is shared by the threads. With the terms of multipartite.h,
 *
 *     q_d = C_d mu mod r^t               of a lower term: (sum of C_d r^(d p)) + (sum of q_d r^(d p)) M = 0 mod r^s;
 *     Q_d = floor(C1 nu_t / r^(t+1))     of an upper term: 0 <= C_d r^(d p - s) - Q_d M < 3 M (partial.h).
 *
 * Let q = -(sum of q_d r^(d p)) mod r^s, below r^s, and Q = (sum of Q_d) r^s + q. Then Z = (A B - Q M) / r^s is whole,
 * and
 *
 *   the lower terms give (sum of C_d r^(d p) - q M) / r^s > -M, and below k r^p for each of at most k / 2 terms;
 *   each plain term gives less than k r^n, each upper one less than 3 M.
 *
 * So -M < Z < 28 r^n for k <= 4; a negative Z takes one addition of M. The sum of Q_d is at most A B / (r^s M) <
 * r^(n-s), so Q has n limbs. The lower s limbs of A B and of Q M are equal and need not be subtracted.
 *
 * Every thread adds up the quotients for itself: that is quicker than a barrier. */
#include "lanes/product.h"
#include "modmul/multipartite.h"
#include "modmul/shared_product.h"

typedef struct {
    mc_multipartite parts;
    mc_parallel_shared_product qm;
    mp_limb_t *quotients[MC_PARALLEL_ARITY]; /* Q for each thread, n limbs */
} workspace;

static bool find_quotients(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    mc_multipartite *parts = &((workspace *)multiplier->own)->parts;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    for (unsigned d = 0; d < parts->count; d++) {
        mc_term *term = &parts->terms[d];
        if (term->thread != thread || term->kind == MC_TERM_EMPTY)
            continue;
        mc_parallel_multipartite_term(multiplier, parts, d);
        if (term->kind == MC_TERM_LOWER)
            mc_parallel_lower_quotient(term->room, term->c, term->t, modulus, multiplier->product);
        else if (term->kind == MC_TERM_UPPER)
            mc_parallel_upper_quotient(term->room, term->shifted + modulus->n - 1, term->t, modulus,
                                       multiplier->product);
    }
    return true;
}

/* Q, n limbs. */
static void add_quotients(mp_limb_t *sum, const mc_multipartite *parts, size_t n)
{
    size_t s = parts->s;
    mc_limbs_clear(sum, n);
    for (unsigned d = 0; d < parts->count; d++) {
        const mc_term *term = &parts->terms[d];
        if (term->kind == MC_TERM_LOWER)
            mc_limbs_add(sum + term->offset, term->t, term->room, term->t);
        else if (term->kind == MC_TERM_UPPER)
            mc_limbs_add(sum + s, n - s, term->room + term->t + 1, mc_limbs_least(term->t + 1, n - s));
    }
    mpn_neg(sum, sum, (mp_size_t)s);
}

static bool share_product(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    mc_parallel_shared_product qm = own->qm;
    add_quotients(own->quotients[thread], &own->parts, multiplier->modulus->n);
    qm.b = own->quotients[thread];
    mc_parallel_share(&qm, thread, multiplier->threads);
    return true;
}

static bool finish(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    mc_multipartite *parts = &own->parts;
    size_t n = multiplier->modulus->n, s = parts->s;
    if (thread != 0)
        return true;
    mc_parallel_join(&own->qm, multiplier->threads);
    mc_limbs_clear(parts->total, 2 * n + 1);
    for (unsigned d = 0; d < parts->count; d++) {
        const mc_term *term = &parts->terms[d];
        if (term->kind != MC_TERM_EMPTY)
            mc_limbs_add(parts->total + term->offset, 2 * n - term->offset, term->c, term->limbs);
    }
    mp_limb_t *z = parts->total + s;
    if (mc_limbs_sub(z, 2 * n - s, own->qm.product + s, 2 * n - s) != 0)
        mc_limbs_add(z, 2 * n - s, multiplier->modulus->m, n);
    mc_parallel_finish(multiplier->z, z, multiplier->modulus, parts->room);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {find_quotients, share_product, finish};
    static const unsigned owners[] = {0, 1, 2, 3, 3, 2, 1}; /* products of p limbs: 5, 8, 6, 7 */
    size_t n = multiplier->modulus->n;
    mc_parallel_arena *arena = &multiplier->arena;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    mc_parallel_multipartite_prepare(multiplier, &own->parts, owners);
    mc_parallel_shared_product_prepare(&own->qm, n, n, multiplier->threads, multiplier->product, arena);
    own->qm.a = multiplier->modulus->m;
    own->qm.an = own->qm.bn = n;
    own->qm.low = 2 * n;
    for (unsigned thread = 0; thread < multiplier->threads; thread++)
        own->quotients[thread] = mc_parallel_take_limbs(arena, n);
    own->qm.b = own->quotients[0];
}

const mc_parallel_algorithm mc_parallel_multipartite_v1 = {
    .name = "multipartite-v1",
    .summary =
        "k-ary multipartite: terms of equal weight, the sum of their quotients times M (3 threads: k = 2; 4: k = 4)",
    .threads = MC_PARALLEL_THREADS(3) | MC_PARALLEL_THREADS(4),
    .scale = mc_parallel_multipartite_scale,
    .prepare = prepare,
};

const mc_parallel_algorithm mc_parallel_multipartite_v1_lanes = {
    .name = "multipartite-v1-lanes",
    .summary = "multipartite-v1 with products in vector lanes (AVX-512 IFMA)",
    .threads = MC_PARALLEL_THREADS(3) | MC_PARALLEL_THREADS(4),
    .scale = mc_parallel_multipartite_scale,
    .runs_here = mc_parallel_has_lane_products,
    .product = mc_parallel_lane_product,
    .prepare = prepare,
};
