#include "modmul_numbers.h"

void modmul_numbers_init(modmul_numbers *numbers)
{
    mpz_init(numbers->m);
    for (unsigned i = 0; i < MODMUL_BATCH_MOST; i++) {
        mpz_init(numbers->a[i]);
        mpz_init(numbers->b[i]);
    }
}

void modmul_numbers_set(modmul_numbers *numbers, unsigned long bits, unsigned long seed)
{
    gmp_randstate_t randomness;
    gmp_randinit_mt(randomness);
    gmp_randseed_ui(randomness, seed * 100000 + bits);
    mpz_urandomb(numbers->m, randomness, bits);
    mpz_setbit(numbers->m, bits - 1);
    mpz_setbit(numbers->m, 0);
    for (unsigned i = 0; i < MODMUL_BATCH_MOST; i++) {
        mpz_urandomm(numbers->a[i], randomness, numbers->m);
        mpz_urandomm(numbers->b[i], randomness, numbers->m);
    }
    gmp_randclear(randomness);
}
