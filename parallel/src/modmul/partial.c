#include "modmul/partial.h"

void mc_parallel_lower_quotient(mp_limb_t *product, const mp_limb_t *c, size_t t, const mc_parallel_modulus *modulus,
                                mc_limbs_product *multiply)
{
    multiply(product, c, t, modulus->mu, t, t);
}

void mc_parallel_lower_sum(mp_limb_t *z, const mp_limb_t *c, size_t limbs, const mp_limb_t *qm, size_t t, size_t n)
{
    mp_limb_t carry = !mc_limbs_are_zero(c, t);
    mc_limbs_copy(z, qm + t, n);
    z[n] = mc_limbs_add(z, n, &carry, 1);
    mc_limbs_add(z, n + 1, c + t, limbs - t);
}

void mc_parallel_reduce_lower(mp_limb_t *z, const mp_limb_t *c, size_t limbs, size_t t,
                              const mc_parallel_modulus *modulus, mp_limb_t *room, mc_limbs_product *multiply)
{
    mp_limb_t *q = room, *qm = room + 2 * t;
    mc_parallel_lower_quotient(q, c, t, modulus, multiply);
    multiply(qm, modulus->m, modulus->n, q, t, modulus->n + t);
    mc_parallel_lower_sum(z, c, limbs, qm, t, modulus->n);
}

void mc_parallel_subtract(mp_limb_t *z, mp_limb_t *c, const mc_parallel_modulus *modulus)
{
    size_t n = modulus->n;
    while (c[n] != 0 || !mc_limbs_below(c, modulus->m, n))
        mc_limbs_sub(c, n + 1, modulus->m, n);
    mc_limbs_copy(z, c, n);
}

void mc_parallel_upper_rest(mp_limb_t *qm, const mp_limb_t *c, size_t t, size_t n)
{
    MC_READS(c, n);
    MC_WRITES(qm, n + 1);
    mp_limb_t borrow = mpn_sub_n(qm, c, qm, (mp_size_t)n);
    qm[n] = (t > 0 ? c[n] : 0) - qm[n] - borrow;
}

void mc_parallel_reduce_upper(mp_limb_t *z, const mp_limb_t *c, size_t t, const mc_parallel_modulus *modulus,
                              mp_limb_t *room, mc_limbs_product *multiply)
{
    size_t n = modulus->n;
    mp_limb_t *qm = room + 2 * t + 2;
    mp_limb_t *q = mc_parallel_upper_quotient(room, c + n - 1, t, modulus, multiply);
    multiply(qm, modulus->m, n, q, t + 1, n + 1);
    mc_parallel_upper_rest(qm, c, t, n);
    mc_parallel_subtract(z, qm, modulus);
}

void mc_parallel_finish(mp_limb_t *z, mp_limb_t *c, const mc_parallel_modulus *modulus, mp_limb_t *room)
{
    size_t n = modulus->n;
    if (c[n] != 0 || !mc_limbs_below(c, modulus->m, n))
        mc_limbs_sub(c, n + 1, modulus->m, n);
    if (c[n] != 0 || !mc_limbs_below(c, modulus->m, n))
        mc_parallel_reduce_upper(z, c, 1, modulus, room, mc_limbs_gmp_product);
    else
        mc_limbs_copy(z, c, n);
}
