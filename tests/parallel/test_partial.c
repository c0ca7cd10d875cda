/* The partial reductions by themselves, on any number that they take, not on products alone: from above, C - Q M
 * reaches 2 M only for other numbers. Every count of subtractions must have been seen, 0, 1 and 2, and none above.
 *
 *     test_partial LIMBS... */
#include "support.h"

#include "modmul/partial.h"

#define ROUNDS 300

static gmp_randstate_t randomness;
static unsigned subtractions[8];

/* Moduli near r^(n-1), where C0 may be nearly M, and others; so many limbs of bits in long runs, or random ones. */
static void make_modulus(mpz_t m, size_t n, unsigned round)
{
    mpz_t top;
    mpz_init(top);
    mpz_setbit(top, (n - 1) * GMP_NUMB_BITS);
    if (round % 3 == 0 && n > 1) { /* r^(n-1) and a thousandth */
        mpz_fdiv_q_2exp(m, top, 10);
        mpz_urandomm(m, randomness, m);
        mpz_add(m, m, top);
    } else if (round % 3 == 1)
        mpz_rrandomb(m, randomness, n * GMP_NUMB_BITS);
    else {
        mpz_urandomb(m, randomness, n * GMP_NUMB_BITS);
        mpz_setbit(m, (n - 1) * GMP_NUMB_BITS);
    }
    mpz_setbit(m, 0);
    mpz_clear(top);
}

static void make_number(mpz_t c, size_t limbs, unsigned round)
{
    if (round % 5 == 0)
        mpz_rrandomb(c, randomness, limbs * GMP_NUMB_BITS);
    else
        mpz_urandomb(c, randomness, limbs * GMP_NUMB_BITS);
    if (round % 5 == 1) { /* C0 all ones */
        mpz_set_ui(c, 0);
        mpz_setbit(c, limbs * GMP_NUMB_BITS);
        mpz_sub_ui(c, c, 1);
        mpz_clrbit(c, limbs * GMP_NUMB_BITS - 7);
    }
}

/* How often M must be taken off C - Q M, with Q as partial.h defines it. */
static unsigned count_subtractions(const mpz_t c, const mpz_t m, size_t n, size_t t)
{
    mpz_t q, nu;
    mpz_inits(q, nu, NULL);
    mpz_setbit(nu, (n + t) * GMP_NUMB_BITS);
    mpz_fdiv_q(nu, nu, m);
    mpz_fdiv_q_2exp(q, c, (n - 1) * GMP_NUMB_BITS);
    mpz_mul(q, q, nu);
    mpz_fdiv_q_2exp(q, q, (t + 1) * GMP_NUMB_BITS);
    mpz_fdiv_q(nu, c, m);
    mpz_sub(q, nu, q);
    unsigned count = (unsigned)mpz_get_ui(q);
    CHECK(mpz_sgn(q) >= 0);
    mpz_clears(q, nu, NULL);
    return count;
}

static void check_upper(const mc_parallel_modulus *modulus, const mpz_t m, const mpz_t c, size_t t)
{
    size_t n = modulus->n;
    mp_limb_t *limbs = limbs_of(c, n + t + 1), *z = limbs_of(m, n), *room = calloc(MC_UPPER_ROOM(n, t), sizeof *room);
    mpz_t want, got;
    mpz_inits(want, got, NULL);
    mpz_mod(want, c, m);
    mc_parallel_reduce_upper(z, limbs, t, modulus, room, mc_limbs_gmp_product);
    number_of(got, z, n);
    CHECK(mpz_cmp(want, got) == 0);
    subtractions[count_subtractions(c, m, n, t) % 8]++;
    if (t == 1) {
        mc_parallel_finish(z, limbs, modulus, room);
        number_of(got, z, n);
        CHECK(mpz_cmp(want, got) == 0);
    }
    mpz_clears(want, got, NULL);
    free(limbs);
    free(z);
    free(room);
}

/* z r^t = C modulo M, z < r^(limbs-t) + M. */
static void check_lower(const mc_parallel_modulus *modulus, const mpz_t m, const mpz_t c, size_t t, size_t length)
{
    size_t n = modulus->n;
    mp_limb_t *limbs = limbs_of(c, length), *z = calloc(n + 1, sizeof *z),
              *room = calloc(MC_LOWER_ROOM(n, t), sizeof *z);
    mpz_t got, bound;
    mpz_inits(got, bound, NULL);
    mc_parallel_reduce_lower(z, limbs, length, t, modulus, room, mc_limbs_gmp_product);
    number_of(got, z, n + 1);
    mpz_setbit(bound, (length - t) * GMP_NUMB_BITS);
    mpz_add(bound, bound, m);
    CHECK(mpz_cmp(got, bound) < 0);
    mpz_mul_2exp(got, got, t * GMP_NUMB_BITS);
    CHECK(mpz_congruent_p(got, c, m));
    mpz_clears(got, bound, NULL);
    free(limbs);
    free(z);
    free(room);
}

static void check_round(size_t n, unsigned round)
{
    mpz_t m, c;
    mpz_inits(m, c, NULL);
    make_modulus(m, n, round);
    mp_limb_t *limbs = limbs_of(m, n);
    mc_parallel_modulus *modulus;
    if (mc_parallel_modulus_new(&modulus, limbs, n) == MC_PARALLEL_OK) {
        size_t t = gmp_urandomm_ui(randomness, n + 1);
        make_number(c, n + t, round);
        check_upper(modulus, m, c, t);
        make_number(c, n + t, round / 5);
        check_lower(modulus, m, c, t, n + t);
        mpz_fdiv_q_2exp(c, c, t * GMP_NUMB_BITS); /* the lower limbs are 0: no carry */
        mpz_mul_2exp(c, c, t * GMP_NUMB_BITS);
        check_lower(modulus, m, c, t, n + t);
        make_number(c, n + 1, round);
        check_upper(modulus, m, c, 1);
    }
    mc_parallel_modulus_free(modulus);
    free(limbs);
    mpz_clears(m, c, NULL);
}

int main(int argc, char **argv)
{
    gmp_randinit_default(randomness);
    for (int i = 1; i < argc; i++)
        for (unsigned round = 0; round < ROUNDS; round++)
            check_round((size_t)atoi(argv[i]), round);
    for (unsigned count = 0; count < 8; count++)
        if ((subtractions[count] > 0) != (count < 3))
            fail("%u numbers took %u subtractions", subtractions[count], count);
    gmp_randclear(randomness);
    return failures != 0;
}
