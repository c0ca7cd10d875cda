#include "modulus/bases.h"

#define PRIMALITY_ROUNDS                                                                                               \
    24 /* GMP's test is then that of Baillie and Pomerance, Selfridge and Wagstaff: certain below 2^64 */

mp_limb_t mc_parallel_invert_modulo(mp_limb_t a, mp_limb_t m)
{
    mpz_t x, y;
    mpz_init_set_ui(x, a);
    mpz_init_set_ui(y, m);
    mpz_invert(x, x, y);
    a = mpz_get_ui(x);
    mpz_clears(x, y, NULL);
    return a;
}

mp_limb_t mc_parallel_product_modulo(const mp_limb_t *numbers, size_t count, size_t but, mp_limb_t m)
{
    mp_limb_t product = 1;
    for (size_t i = 0; i < count; i++)
        if (i != but)
            product = mc_parallel_multiply_modulo(product, numbers[i], m);
    return product;
}

void mc_parallel_find_bases(mp_limb_t *a, mp_limb_t *b, size_t k, mp_limb_t greatest,
                            const mc_parallel_modulus *modulus)
{
    mpz_t candidate;
    mpz_init(candidate);
    mp_limb_t number = greatest;
    for (size_t found = 0; found < 2 * k; number -= 2) {
        mc_parallel_read(candidate, &number, 1);
        if (mpz_probab_prime_p(candidate, PRIMALITY_ROUNDS) == 0 ||
            mpn_mod_1(modulus->m, (mp_size_t)modulus->n, number) == 0)
            continue;
        (found % 2 == 0 ? a : b)[found / 2] = number;
        found++;
    }
    mpz_clear(candidate);
}

/* From the numbers before number i and those behind it. */
void mc_parallel_cofactors(mp_limb_t *row, size_t stride, const mp_limb_t *numbers, size_t count, mp_limb_t factor,
                           mp_limb_t m)
{
    mp_limb_t product = factor;
    for (size_t i = 0; i < count; i++) {
        row[stride * i] = product;
        product = mc_parallel_multiply_modulo(product, numbers[i] % m, m);
    }
    product = 1;
    for (size_t i = count; i-- > 0;) {
        row[stride * i] = mc_parallel_multiply_modulo(row[stride * i], product, m);
        product = mc_parallel_multiply_modulo(product, numbers[i] % m, m);
    }
}

void mc_parallel_whole(mpz_t product, const mp_limb_t *numbers, size_t count)
{
    mpz_set_ui(product, 1);
    for (size_t i = 0; i < count; i++)
        mpz_mul_ui(product, product, numbers[i]);
}
