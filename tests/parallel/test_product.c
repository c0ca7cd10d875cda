/* Products in vector lanes against GMP's: factors of all ones, of long runs of bits and random ones; all limbs of the
 * product, and only some of the lower ones. Where the processor has no such lanes they are GMP's own.
 *
 *     test_product LIMBS... */
#include "support.h"

#include "lanes/product.h"

#define ROUNDS 12

static gmp_randstate_t randomness;

static mp_limb_t *make_factor(size_t n, unsigned round)
{
    mpz_t number;
    mpz_init(number);
    if (round % 3 == 0) { /* all ones, so that a carry runs through all digits */
        mpz_setbit(number, n * GMP_NUMB_BITS);
        mpz_sub_ui(number, number, round % 2);
        mpz_fdiv_r_2exp(number, number, n * GMP_NUMB_BITS);
    } else if (round % 3 == 1)
        mpz_rrandomb(number, randomness, n * GMP_NUMB_BITS);
    else
        mpz_urandomb(number, randomness, n * GMP_NUMB_BITS);
    mp_limb_t *limbs = limbs_of(number, n);
    mpz_clear(number);
    return limbs;
}

static void check_product(size_t an, size_t bn, unsigned round)
{
    size_t all = an + bn, low = round < ROUNDS / 2 ? all : gmp_urandomm_ui(randomness, all) + 1;
    mp_limb_t *a = make_factor(an, round), *b = make_factor(bn, round / 2 + 1);
    mp_limb_t *want = calloc(all, sizeof *want), *got = calloc(all + 1, sizeof *got);
    got[all] = 7;
    mc_limbs_mul(want, a, an, b, bn);
    mc_parallel_lane_product(got, a, an, b, bn, low);
    if (mpn_cmp(got, want, (mp_size_t)low) != 0)
        fail("%zu by %zu limbs, the lower %zu, round %u: wrong", an, bn, low, round);
    CHECK(got[all] == 7);
    free(a);
    free(b);
    free(want);
    free(got);
}

int main(int argc, char **argv)
{
    gmp_randinit_default(randomness);
    for (int i = 1; i < argc; i++)
        for (int j = 1; j < argc; j++)
            for (unsigned round = 0; round < ROUNDS; round++)
                check_product((size_t)atoi(argv[i]), (size_t)atoi(argv[j]), round);
    gmp_randclear(randomness);
    return failures != 0;
}
