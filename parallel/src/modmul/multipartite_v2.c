/* k-ary multipartite multiplication, version 2 (arruda2014, Algorithm 15): each term is reduced for itself, and no
 * thread waits for another before the sum. With the terms of multipartite.h, a lower one is below k r^p + M, a plain
 * one below k r^n, an upper one below M. The sum of seven terms with k = 4 is below 35 r^n: n + 1 limbs. */
#include "lanes/product.h"
#include "modmul/multipartite.h"

static bool reduce_terms(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    mc_multipartite *parts = multiplier->own;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    for (unsigned d = 0; d < parts->count; d++) {
        mc_term *term = &parts->terms[d];
        if (term->thread != thread || term->kind == MC_TERM_EMPTY)
            continue;
        mc_parallel_multipartite_term(multiplier, parts, d);
        if (term->kind == MC_TERM_LOWER)
            mc_parallel_reduce_lower(term->z, term->c, term->limbs, term->t, modulus, term->room, multiplier->product);
        else if (term->kind == MC_TERM_UPPER)
            mc_parallel_reduce_upper(term->z, term->shifted, term->t, modulus, term->room, multiplier->product);
    }
    return true;
}

static bool add_terms(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    mc_multipartite *parts = multiplier->own;
    size_t n = multiplier->modulus->n;
    if (thread != 0)
        return true;
    mc_limbs_clear(parts->total, n + 1);
    for (unsigned d = 0; d < parts->count; d++) {
        const mc_term *term = &parts->terms[d];
        if (term->kind == MC_TERM_LOWER)
            mc_limbs_add(parts->total, n + 1, term->z, n + 1);
        else if (term->kind == MC_TERM_UPPER)
            mc_limbs_add(parts->total, n + 1, term->z, n);
        else if (term->kind == MC_TERM_PLAIN) {
            size_t shift = term->offset - parts->s;
            mc_limbs_add(parts->total + shift, n + 1 - shift, term->c, term->limbs);
        }
    }
    mc_parallel_finish(multiplier->z, parts->total, multiplier->modulus, parts->room);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {reduce_terms, add_terms};
    static const unsigned owners[] = {0, 1, 2, 1, 2, 2, 3}; /* products of p limbs: 13, 11, 13, 13 */
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    multiplier->own = mc_parallel_take(&multiplier->arena, sizeof(mc_multipartite));
    if (multiplier->own != NULL)
        mc_parallel_multipartite_prepare(multiplier, multiplier->own, owners);
}

const mc_parallel_algorithm mc_parallel_multipartite_v2 = {
    .name = "multipartite-v2",
    .summary = "k-ary multipartite: terms of equal weight, each reduced for itself (3 threads: k = 2; 4: k = 4)",
    .threads = MC_PARALLEL_THREADS(3) | MC_PARALLEL_THREADS(4),
    .scale = mc_parallel_multipartite_scale,
    .prepare = prepare,
};

const mc_parallel_algorithm mc_parallel_multipartite_v2_lanes = {
    .name = "multipartite-v2-lanes",
    .summary = "multipartite-v2 with products in vector lanes (AVX-512 IFMA)",
    .threads = MC_PARALLEL_THREADS(3) | MC_PARALLEL_THREADS(4),
    .scale = mc_parallel_multipartite_scale,
    .runs_here = mc_parallel_has_lane_products,
    .product = mc_parallel_lane_product,
    .prepare = prepare,
};
