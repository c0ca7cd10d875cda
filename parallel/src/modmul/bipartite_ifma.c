/* Bipartite multiplication (bipartite.c) in vectors of digits of 52 bits. The lower part of B is reduced from below by
 * the rows of montgomery_ifma.c, the upper one from above with products of lanes/product.h:
 *
 *     A B / 2^(52 t) = A B0 / 2^(52 t) + A B1  modulo M, with B = B1 2^(52 t) + B0.
 *
 * The first is below 2 M, the second below M, their sum below 3 M. */
#include "lanes/product.h"
#include "modmul/montgomery_ifma.h"
#include "modmul/partial.h"

#define LONG_LIMBS 160 /* from here on rows are no faster than three products */

typedef struct {
    mc_parallel_ifma rows;
    size_t t;            /* digits of B0 */
    size_t from, upper;  /* the limb of B in which B1 begins, and the limbs of B1 */
    mp_limb_t *part;     /* B1 */
    mp_limb_t *c, *room; /* A B1, n + upper limbs; MC_UPPER_ROOM */
    mp_limb_t *rests[2]; /* n + 1 limbs each */
} workspace;

/* The caller's processor has read the rest of the last call: so that writing it does not wait, its lines are fetched
 * beforehand. */
static void fetch_for_writing(const mp_limb_t *limbs, size_t n)
{
    for (size_t i = 0; i <= n; i += MC_CACHE_LINE / sizeof *limbs)
        __builtin_prefetch(limbs + i, 1);
}

static void reduce_upper_part(const mc_parallel_multiplier *multiplier, workspace *own)
{
    const mc_parallel_modulus *modulus = multiplier->modulus;
    const mp_limb_t *part = multiplier->b + own->from;
    unsigned shift = own->t * MC_PARALLEL_IFMA_BITS % GMP_NUMB_BITS;
    fetch_for_writing(own->rests[1], modulus->n);
    if (shift != 0 && own->upper > 0) {
        mpn_rshift(own->part, part, (mp_size_t)own->upper, shift);
        part = own->part;
    }
    multiplier->product(own->c, multiplier->a, modulus->n, part, own->upper, modulus->n + own->upper);
    mc_parallel_reduce_upper(own->rests[1], own->c, own->upper, modulus, own->room, multiplier->product);
}

static bool reduce_parts(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    if (thread == 0)
        mc_parallel_ifma_rows(own->rests[0], &own->rows, multiplier->a, multiplier->b, own->t, multiplier->modulus->n);
    else
        reduce_upper_part(multiplier, own);
    return true;
}

static void add_parts(mc_parallel_multiplier *multiplier)
{
    workspace *own = multiplier->own;
    size_t n = multiplier->modulus->n;
    mc_limbs_add(own->rests[0], n + 1, own->rests[1], n);
    mc_parallel_subtract(multiplier->z, own->rests[0], multiplier->modulus);
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {reduce_parts};
    size_t n = multiplier->modulus->n;
    mc_parallel_arena *arena = &multiplier->arena;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    mc_parallel_ifma_prepare(&own->rows, multiplier->modulus, arena);
    own->t = mc_limbs_least(multiplier->split * GMP_NUMB_BITS / MC_PARALLEL_IFMA_BITS, own->rows.digits);
    own->from = own->t * MC_PARALLEL_IFMA_BITS / GMP_NUMB_BITS;
    own->upper = n - own->from;
    own->part = mc_parallel_take_limbs(arena, own->upper);
    own->c = mc_parallel_take_limbs(arena, n + own->upper);
    own->room = mc_parallel_take_limbs(arena, MC_UPPER_ROOM(n, own->upper));
    for (int i = 0; i < 2; i++)
        own->rests[i] = mc_parallel_take_limbs(arena, n + 1);
}

static size_t usual_split(const mc_parallel_multiplier *multiplier)
{
    size_t n = multiplier->modulus->n;
    return n < LONG_LIMBS ? (13 * n + 19) / 20 : (n + 1) / 2;
}

static void factor(const mc_parallel_multiplier *multiplier, mpz_t power)
{
    mpz_setbit(power, ((const workspace *)multiplier->own)->t * MC_PARALLEL_IFMA_BITS);
}

const mc_parallel_algorithm mc_parallel_bipartite_ifma = {
    .name = "bipartite-ifma",
    .summary = "bipartite in vectors: rows of montgomery-ifma below, products in lanes above (AVX-512 IFMA)",
    .threads = MC_PARALLEL_THREADS(2),
    .runs_here = mc_parallel_has_lane_products,
    .product = mc_parallel_lane_product,
    .factor = factor,
    .split = usual_split,
    .prepare = prepare,
    .end = add_parts,
};
