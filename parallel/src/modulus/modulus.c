#include "modulus/modulus.h"

#include <stdlib.h>

static void compute(mc_parallel_modulus *modulus)
{
    mpz_t m, power, result;
    mpz_inits(m, power, result, NULL);
    mc_parallel_read(m, modulus->m, modulus->n);
    mpz_setbit(power, modulus->n * GMP_NUMB_BITS);
    mpz_invert(result, m, power);
    mpz_sub(result, power, result);
    mc_parallel_write(modulus->mu, result, modulus->n);
    mpz_mul(power, power, power);
    mpz_tdiv_q(result, power, m);
    mc_parallel_write(modulus->nu, result, modulus->n + 1);
    mpz_clears(m, power, result, NULL);
}

mc_parallel_status mc_parallel_modulus_new(mc_parallel_modulus **modulus, const mp_limb_t *m, size_t limbs)
{
    *modulus = NULL;
    if (limbs == 0)
        return MC_PARALLEL_ERROR_TINY;
    if (m[limbs - 1] == 0)
        return MC_PARALLEL_ERROR_TOP_LIMB;
    if (m[0] % 2 == 0)
        return MC_PARALLEL_ERROR_EVEN;
    if (limbs == 1 && m[0] == 1)
        return MC_PARALLEL_ERROR_TINY;
    mc_parallel_modulus *made = calloc(1, sizeof *made);
    if (made == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    made->n = limbs;
    made->m = mc_parallel_take_limbs(&made->arena, limbs);
    made->mu = mc_parallel_take_limbs(&made->arena, limbs);
    made->nu = mc_parallel_take_limbs(&made->arena, limbs + 1);
    if (made->arena.failed) {
        mc_parallel_modulus_free(made);
        return MC_PARALLEL_ERROR_MEMORY;
    }
    mc_limbs_copy(made->m, m, limbs);
    compute(made);
    *modulus = made;
    return MC_PARALLEL_OK;
}

void mc_parallel_modulus_free(mc_parallel_modulus *modulus)
{
    if (modulus == NULL)
        return;
    mc_parallel_give_back(&modulus->arena);
    free(modulus);
}

size_t mc_parallel_modulus_limbs(const mc_parallel_modulus *modulus)
{
    return modulus->n;
}
