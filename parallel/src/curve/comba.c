/* The "Comba" squares of arruda2014, Section 4.1: by columns, then reduced in the form of the multiplication beside.
 * With the factor r^t, t limbs go from the lower end as Montgomery's reduction takes them, and GMP's division does the
 * rest; t = n is Montgomery's reduction alone, t = 0 division alone. */
#include "curve/comba.h"
#include "modmul/rows.h"

/* A^2 + q M with q < r^t and t <= n is below M^2 + r^t M, so its quotient by r^t is below r^(2n - t) + M, which takes
 * 2 n - t + 1 limbs. */
void mc_parallel_square_comba(const mc_parallel_comba *comba, const mc_parallel_modulus *modulus, mp_limb_t *z,
                              const mp_limb_t *a)
{
    const mp_limb_t *m = modulus->m;
    mp_limb_t *c = comba->wide, mu = modulus->mu[0];
    size_t n = modulus->n, t = comba->scale;
    mc_square_columns(c, a, n);
    c[2 * n] = 0;
    for (size_t i = 0; i < t; i++) {
        mp_limb_t carry = mpn_addmul_1(c + i, m, (mp_size_t)n, c[i] * mu);
        c[2 * n] += mpn_add_1(c + i + n, c + i + n, (mp_size_t)(n - i), carry);
    }
    if (t < n)
        mpn_tdiv_qr(comba->quotient, z, 0, c + t, (mp_size_t)(2 * n - t + 1), m, (mp_size_t)n);
    else if (c[2 * n] != 0 || !mc_limbs_below(c + n, m, n))
        mpn_sub_n(z, c + n, m, (mp_size_t)n);
    else
        mc_limbs_copy(z, c + n, n);
}
