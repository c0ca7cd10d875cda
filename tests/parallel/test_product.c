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

/* Factors 1 + (r^an - 2^(52 j)) and 1 + 2^(52 j): digit j of the product's sums is 2^52, and those above are all ones.
 */
static void make_carries(mp_limb_t *a, size_t an, mp_limb_t *b, size_t bn)
{
    size_t j = mc_limbs_least(bn, an / 2) * GMP_NUMB_BITS / 52 * 52;
    mpz_t number;
    mpz_init(number);
    j -= j == bn * GMP_NUMB_BITS ? 52 : 0;
    memset(a, 255, an * sizeof *a);
    mpz_import(number, an, -1, sizeof *a, 0, 0, a);
    mpz_fdiv_q_2exp(number, number, j);
    mpz_mul_2exp(number, number, j);
    mpz_setbit(number, 0);
    mpz_export(a, NULL, -1, sizeof *a, 0, 0, number);
    memset(b, 0, bn * sizeof *b);
    b[j / GMP_NUMB_BITS] |= (mp_limb_t)1 << j % GMP_NUMB_BITS;
    b[0] |= 1;
    mpz_clear(number);
}

static void check_product(size_t an, size_t bn, unsigned round)
{
    size_t all = an + bn, low = round < ROUNDS / 2 ? all : gmp_urandomm_ui(randomness, all) + 1;
    mp_limb_t *a = make_factor(an, round), *b = make_factor(bn, round / 2 + 1);
    mp_limb_t *want = calloc(all, sizeof *want), *got = calloc(all + 1, sizeof *got);
    got[all] = 7;
    if (round == 0 && an >= 12 && bn >= 12)
        make_carries(a, an, b, bn);
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
