/* Tripartite multiplication (arruda2014, Algorithm 13; Sakiyama, Knezevic, Fan, Preneel and Verbauwhede 2011):
 * Karatsuba's three products, each in a thread of its own. With h = ceil(n / 2), A = A1 r^h + A0 and B alike,
 *
 *     A B / r^h = X0 / r^h + (X1 - X2 - X0) + X2 r^h  modulo M,
 *     X0 = A0 B0, X1 = (A0 + A1)(B0 + B1), X2 = A1 B1.
 *
 * X0 < r^(2h), so its reduction from below by h limbs is below r^h + M <= r^n + M. X2 r^h has n + (n - h) limbs and is
 * fully reduced. The middle term A0 B1 + A1 B0 is below 2 r^n, as A0 has h and B1 n - h limbs. The sum is below 5 r^n,
 * n + 1 limbs. */
#include "modmul/multiplier.h"
#include "modmul/partial.h"

typedef struct {
    mp_limb_t *x0, *x1; /* 2 h and 2 h + 2 limbs */
    mp_limb_t *shifted; /* X2 r^h, 2 n - h limbs, the lowest h of them always 0 */
    mp_limb_t *sums[2]; /* h + 1 limbs each */
    mp_limb_t *z0, *z2; /* n + 1 limbs each */
    mp_limb_t *rooms[3];
} workspace;

static size_t half(const mc_parallel_multiplier *multiplier)
{
    return (multiplier->modulus->n + 1) / 2;
}

/* sum = X mod r^h + floor(X / r^h), h + 1 limbs. */
static void add_halves(mp_limb_t *sum, const mp_limb_t *x, size_t h, size_t n)
{
    mc_limbs_copy(sum, x, h);
    sum[h] = mc_limbs_add(sum, h, x + h, n - h);
}

static bool compute_terms(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    const mp_limb_t *a = multiplier->a, *b = multiplier->b;
    workspace *own = multiplier->own;
    size_t n = modulus->n, h = half(multiplier);
    if (thread == 0) {
        mc_limbs_mul(own->x0, a, h, b, h);
        mc_parallel_reduce_lower(own->z0, own->x0, 2 * h, h, modulus, own->rooms[0], multiplier->product);
    } else if (thread == 1) {
        add_halves(own->sums[0], a, h, n);
        add_halves(own->sums[1], b, h, n);
        mc_limbs_mul(own->x1, own->sums[0], h + 1, own->sums[1], h + 1);
    } else {
        mc_limbs_mul(own->shifted + h, a + h, n - h, b + h, n - h);
        mc_parallel_reduce_upper(own->z2, own->shifted, n - h, modulus, own->rooms[2], multiplier->product);
    }
    return true;
}

static bool add_terms(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    size_t n = multiplier->modulus->n, h = half(multiplier);
    if (thread != 0)
        return true;
    mc_limbs_sub(own->x1, 2 * h + 2, own->x0, 2 * h);
    mc_limbs_sub(own->x1, 2 * h + 2, own->shifted + h, 2 * (n - h));
    mc_limbs_add(own->z0, n + 1, own->x1, n + 1);
    mc_limbs_add(own->z0, n + 1, own->z2, n);
    mc_parallel_finish(multiplier->z, own->z0, multiplier->modulus, own->rooms[1]);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {compute_terms, add_terms};
    size_t n = multiplier->modulus->n, h = half(multiplier);
    mc_parallel_arena *arena = &multiplier->arena;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    own->x0 = mc_parallel_take_limbs(arena, 2 * h);
    own->x1 = mc_parallel_take_limbs(arena, 2 * h + 2);
    own->shifted = mc_parallel_take_limbs(arena, 2 * n - h);
    own->z0 = mc_parallel_take_limbs(arena, n + 1);
    own->z2 = mc_parallel_take_limbs(arena, n + 1);
    for (int i = 0; i < 2; i++)
        own->sums[i] = mc_parallel_take_limbs(arena, h + 1);
    own->rooms[0] = mc_parallel_take_limbs(arena, MC_LOWER_ROOM(n, h));
    own->rooms[1] = mc_parallel_take_limbs(arena, MC_UPPER_ROOM(n, 1));
    own->rooms[2] = mc_parallel_take_limbs(arena, MC_UPPER_ROOM(n, n - h));
}

const mc_parallel_algorithm mc_parallel_tripartite = {
    .name = "tripartite",
    .summary = "Karatsuba's three products in a thread each, the outer ones reduced from below and from above",
    .threads = MC_PARALLEL_THREADS(3),
    .scale = half,
    .prepare = prepare,
};
