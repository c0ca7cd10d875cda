#include "curve/curve.h"

#include <stdlib.h>

#include "modulus/form.h"

static bool is_minus_3(const mp_limb_t *a, const mp_limb_t *p, size_t n)
{
    mpz_t sum, prime;
    mpz_inits(sum, prime, NULL);
    mc_parallel_read(sum, a, n);
    mc_parallel_read(prime, p, n);
    mpz_add_ui(sum, sum, 3);
    bool found = mpz_divisible_p(sum, prime) != 0;
    mpz_clears(sum, prime, NULL);
    return found;
}

mc_parallel_status mc_parallel_curve_new(mc_parallel_curve **curve, const mp_limb_t *p, const mp_limb_t *a,
                                         const mp_limb_t *b, size_t limbs)
{
    *curve = NULL;
    mc_parallel_curve *made = calloc(1, sizeof *made);
    if (made == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    mc_parallel_status status = mc_parallel_modulus_new(&made->modulus, p, limbs);
    if (status == MC_PARALLEL_OK)
        status = mc_parallel_check_operand(made->modulus, a, limbs);
    if (status == MC_PARALLEL_OK)
        status = mc_parallel_check_operand(made->modulus, b, limbs);
    if (status == MC_PARALLEL_OK) {
        made->n = limbs;
        made->a = mc_parallel_take_limbs(&made->arena, limbs);
        made->b = mc_parallel_take_limbs(&made->arena, limbs);
        status = made->arena.failed ? MC_PARALLEL_ERROR_MEMORY : MC_PARALLEL_OK;
    }
    if (status != MC_PARALLEL_OK) {
        mc_parallel_curve_free(made);
        return status;
    }
    mc_limbs_copy(made->a, a, limbs);
    mc_limbs_copy(made->b, b, limbs);
    made->a_is_minus_3 = is_minus_3(a, p, limbs);
    *curve = made;
    return MC_PARALLEL_OK;
}

void mc_parallel_curve_free(mc_parallel_curve *curve)
{
    if (curve == NULL)
        return;
    mc_parallel_modulus_free(curve->modulus);
    mc_parallel_give_back(&curve->arena);
    free(curve);
}
