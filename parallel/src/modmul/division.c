/* GMP's product and division, which chooses its method by the number of limbs. */
#include "modmul/multiplier.h"

typedef struct {
    mp_limb_t *product, *quotient; /* 2 n, n + 1 limbs */
} workspace;

static bool multiply(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    size_t n = multiplier->modulus->n;
    (void)thread;
    mc_limbs_mul(own->product, multiplier->a, n, multiplier->b, n);
    mpn_tdiv_qr(own->quotient, multiplier->z, 0, own->product, (mp_size_t)(2 * n), multiplier->modulus->m,
                (mp_size_t)n);
    return true;
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {multiply};
    size_t n = multiplier->modulus->n;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(&multiplier->arena, sizeof *own);
    if (own == NULL)
        return;
    own->product = mc_parallel_take_limbs(&multiplier->arena, 2 * n);
    own->quotient = mc_parallel_take_limbs(&multiplier->arena, n + 1);
}

const mc_parallel_algorithm mc_parallel_gmp = {
    .name = "gmp",
    .summary = "GMP's product and division",
    .threads = MC_PARALLEL_THREADS(1),
    .scale = mc_parallel_scale_0,
    .prepare = prepare,
};
