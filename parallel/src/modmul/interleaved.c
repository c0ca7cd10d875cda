/* Product and reduction interleaved, from the highest word of B down: Z = (Z r + A b_i) mod M.
 *
 * Z r + A b_i <= (M - 1) r + (M - 1)(r - 1) < 2 r M, n + 2 limbs, the highest at most 1. The quotient is that of
 * partial.h for t = 1, of three limbs: with C1 < 2 r^2 the second error is below 2 instead of 1, so the rest is below 4
 * M, at most three subtractions. Q <= C / M < 2 r: two limbs, the higher at most 1. */
#include "modmul/multiplier.h"
#include "modmul/partial.h"

#define QUOTIENT_LIMBS 5

typedef struct {
    mp_limb_t *sum; /* n + 2 limbs */
} workspace;

/* sum -= Q M. */
static void take_off(mp_limb_t *sum, const mc_parallel_modulus *modulus)
{
    mp_limb_t product[QUOTIENT_LIMBS];
    size_t n = modulus->n;
    mc_limbs_mul(product, sum + n - 1, 3, mc_parallel_nu(modulus, 1), 2);
    const mp_limb_t *q = product + 2;
    mp_limb_t borrow = mpn_submul_1(sum, modulus->m, (mp_size_t)n, q[0]);
    mc_limbs_sub(sum + n, 2, &borrow, 1);
    if (q[1] != 0)
        mc_limbs_sub(sum + 1, n + 1, modulus->m, n);
}

static bool multiply(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    size_t n = modulus->n;
    mp_limb_t *sum = ((workspace *)multiplier->own)->sum;
    (void)thread;
    mc_limbs_clear(sum, n + 2);
    for (size_t i = n; i-- > 0;) {
        mpn_copyd(sum + 1, sum, (mp_size_t)n);
        sum[0] = 0;
        sum[n + 1] = 0;
        mp_limb_t carry = mpn_addmul_1(sum, multiplier->a, (mp_size_t)n, multiplier->b[i]);
        mc_limbs_add(sum + n, 2, &carry, 1);
        take_off(sum, modulus);
        while (sum[n] != 0 || !mc_limbs_below(sum, modulus->m, n))
            mc_limbs_sub(sum, n + 1, modulus->m, n);
    }
    mc_limbs_copy(multiplier->z, sum, n);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {multiply};
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(&multiplier->arena, sizeof *own);
    if (own != NULL)
        own->sum = mc_parallel_take_limbs(&multiplier->arena, multiplier->modulus->n + 2);
}

const mc_parallel_algorithm mc_parallel_interleaved = {
    .name = "interleaved",
    .summary = "a word of B at a time, from the highest: shift, add a row, reduce",
    .threads = MC_PARALLEL_THREADS(1),
    .scale = mc_parallel_scale_0,
    .prepare = prepare,
};
