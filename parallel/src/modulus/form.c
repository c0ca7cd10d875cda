#include "modulus/form.h"

void mc_parallel_form_prepare(mc_parallel_form *form, size_t n, mc_parallel_arena *arena)
{
    form->factor = mc_parallel_take_limbs(arena, n);
    form->inverse = mc_parallel_take_limbs(arena, n);
    form->product = mc_parallel_take_limbs(arena, 2 * n);
    form->quotient = mc_parallel_take_limbs(arena, n + 1);
}

void mc_parallel_form_set(mc_parallel_form *form, const mc_parallel_modulus *modulus, const mpz_t factor)
{
    mpz_t rest, m;
    mpz_inits(rest, m, NULL);
    mc_parallel_read(m, modulus->m, modulus->n);
    mpz_mod(rest, factor, m);
    mc_parallel_write(form->factor, rest, modulus->n);
    mpz_invert(rest, rest, m);
    mc_parallel_write(form->inverse, rest, modulus->n);
    mpz_clears(rest, m, NULL);
}

mc_parallel_status mc_parallel_check_operand(const mc_parallel_modulus *modulus, const mp_limb_t *x, size_t limbs)
{
    if (limbs != modulus->n)
        return MC_PARALLEL_ERROR_LIMBS;
    return mc_limbs_below(x, modulus->m, limbs) ? MC_PARALLEL_OK : MC_PARALLEL_ERROR_RANGE;
}

mc_parallel_status mc_parallel_form_apply(mc_parallel_form *form, const mc_parallel_modulus *modulus, mp_limb_t *z,
                                          const mp_limb_t *x, const mp_limb_t *y, size_t limbs)
{
    mc_parallel_status status = mc_parallel_check_operand(modulus, x, limbs);
    if (status != MC_PARALLEL_OK)
        return status;
    mc_limbs_mul(form->product, x, limbs, y, limbs);
    mpn_tdiv_qr(form->quotient, z, 0, form->product, (mp_size_t)(2 * limbs), modulus->m, (mp_size_t)limbs);
    return MC_PARALLEL_OK;
}
