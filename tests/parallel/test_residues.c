/* Multiplications in residues against mpz_mul and mpz_mod, where the processor has the instructions.
 *
 *     test_residues BITS...
 *
 * Moduli: the least, the greatest, random ones, and the greatest product of primes of the bases, which are then others.
 * Operands: 0, 1, 2, M - 1, all ones, powers of 2^52, random ones. After one product of each pair follow squares: their
 * residues belong to numbers of up to (k + 2) M, not below M as those of packed operands. Then, for each prime 2^52 - c
 * of the first base, products that are some times c modulo it: a reduction to 52 bits has its last carry there alone.
 */
#include "support.h"

#include <motecurve/parallel/residues.h>

#define MODULI       5
#define OPERANDS     8
#define SQUARES      20
#define RESIDUE_BITS 52

static gmp_randstate_t randomness;

/* False if there is no such modulus of so many bits. */
static bool make_modulus(mpz_t m, unsigned sort, size_t bits)
{
    mpz_set_ui(m, 0);
    mpz_setbit(m, sort == 1 ? bits : bits - 1);
    if (sort == 1)
        mpz_sub_ui(m, m, 1);
    if (sort == 2 || sort == 3)
        mpz_urandomb(m, randomness, bits - 1), mpz_setbit(m, bits - 1);
    if (sort == 4) {
        mpz_t prime;
        mpz_init(prime);
        mpz_setbit(prime, RESIDUE_BITS);
        mpz_set_ui(m, 1);
        for (unsigned long less = 1; mpz_sizeinbase(m, 2) + RESIDUE_BITS <= bits; less += 2) {
            mpz_sub_ui(prime, prime, less > 1 ? 2 : 1);
            if (mpz_probab_prime_p(prime, 24))
                mpz_mul(m, m, prime);
        }
        mpz_clear(prime);
    }
    mpz_setbit(m, 0);
    return mpz_cmp_ui(m, 3) >= 0;
}

static void make_operand(mpz_t x, unsigned sort, const mpz_t m)
{
    mpz_set_ui(x, sort < 3 ? sort : 0);
    if (sort == 3)
        mpz_sub_ui(x, m, 1);
    else if (sort == 4)
        mpz_setbit(x, mpz_sizeinbase(m, 2) - 1), mpz_sub_ui(x, x, 1);
    else if (sort == 5)
        mpz_setbit(x, mpz_sizeinbase(m, 2) / RESIDUE_BITS * RESIDUE_BITS);
    else if (sort > 5)
        mpz_urandomm(x, randomness, m);
    mpz_mod(x, x, m);
}

static void pack(mc_parallel_residues *residues, uint64_t *packed, const mpz_t x, size_t n)
{
    mp_limb_t *limbs = limbs_of(x, n);
    CHECK(mc_parallel_residues_pack(residues, packed, limbs, n) == MC_PARALLEL_OK);
    free(limbs);
}

static void check_is(mc_parallel_residues *residues, const uint64_t *packed, const mpz_t want, const mpz_t m)
{
    size_t n = mpz_size(m);
    mp_limb_t *limbs = limbs_of(m, n);
    mpz_t got;
    mpz_init(got);
    CHECK(mc_parallel_residues_unpack(residues, limbs, packed, n) == MC_PARALLEL_OK);
    number_of(got, limbs, n);
    if (mpz_cmp(got, want) != 0)
        gmp_fprintf(stderr, "modulo %Zx: %Zx, not %Zx\n", m, got, want), failures++;
    mpz_clear(got);
    free(limbs);
}

static void check_pair(mc_parallel_residues *residues, mpz_t x, const mpz_t y, const mpz_t m)
{
    size_t n = mpz_size(m), bytes = mc_parallel_residues_words(residues) * sizeof(uint64_t);
    uint64_t *a = aligned_alloc(64, bytes), *b = aligned_alloc(64, bytes), *z = aligned_alloc(64, bytes);
    pack(residues, a, x, n);
    pack(residues, b, y, n);
    check_is(residues, a, x, m);
    mc_parallel_residues_multiply(residues, z, a, b);
    mc_parallel_residues_multiply(residues, a, a, b);
    CHECK(memcmp(z, a, bytes) == 0);
    mpz_mul(x, x, y);
    mpz_mod(x, x, m);
    check_is(residues, z, x, m);
    for (unsigned i = 0; i < SQUARES; i++) {
        mc_parallel_residues_multiply(residues, z, z, z);
        mpz_mul(x, x, x);
        mpz_mod(x, x, m);
    }
    check_is(residues, z, x, m);
    free(a);
    free(b);
    free(z);
}

/* Prime i of the first base, unless M is divided by a greater one, and its product with those before it. */
static void next_prime(mpz_t prime, mpz_t product, unsigned i)
{
    if (i == 0)
        mpz_ui_pow_ui(prime, 2, RESIDUE_BITS);
    for (unsigned found = 0; found < (i == 0 ? 1 : 2);) {
        mpz_sub_ui(prime, prime, mpz_odd_p(prime) ? 2 : 1);
        found += mpz_probab_prime_p(prime, 24) != 0;
    }
    mpz_mul(product, product, prime);
}

/* Numbers whose forms X A mod M multiply to `times` c modulo each prime. */
static void check_last_carries(mc_parallel_residues *residues, const mpz_t m, unsigned long times)
{
    unsigned k = (unsigned)(mc_parallel_residues_words(residues) / 2);
    mpz_t prime, product, whole, x, y;
    mpz_inits(prime, product, x, y, NULL);
    mpz_init_set_ui(whole, 1);
    for (unsigned i = 0; i < k; i++)
        next_prime(prime, whole, i);
    mpz_invert(whole, whole, m);
    for (unsigned i = 0; i < k; i++) {
        next_prime(prime, product, i);
        mpz_urandomm(x, randomness, m);
        mpz_invert(y, x, prime);
        mpz_mul_ui(y, y, times * (((uint64_t)1 << RESIDUE_BITS) - mpz_get_ui(prime)));
        mpz_mod(y, y, prime);
        mpz_mul(x, x, whole);
        mpz_mod(x, x, m);
        mpz_mul(y, y, whole);
        mpz_mod(y, y, m);
        check_pair(residues, x, y, m);
    }
    mpz_clears(prime, product, whole, x, y, NULL);
}

static void check_modulus(const mpz_t m, bool is_random)
{
    mp_limb_t *limbs = limbs_of(m, mpz_size(m));
    mc_parallel_modulus *modulus;
    mc_parallel_residues *residues;
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    CHECK(mc_parallel_modulus_new(&modulus, limbs, mpz_size(m)) == MC_PARALLEL_OK);
    mc_parallel_status status = mc_parallel_residues_new(&residues, modulus);
    if (status == MC_PARALLEL_ERROR_PROCESSOR)
        puts(mc_parallel_status_text(status));
    else
        CHECK(status == MC_PARALLEL_OK);
    for (unsigned i = 0; residues != NULL && i < OPERANDS * OPERANDS; i++) {
        make_operand(x, i / OPERANDS, m);
        make_operand(y, i % OPERANDS, m);
        check_pair(residues, x, y, m);
    }
    for (unsigned long times = 1; residues != NULL && is_random && mpz_sizeinbase(m, 2) > 60 && times < 9; times++)
        check_last_carries(residues, m, times);
    mc_parallel_residues_free(residues);
    mc_parallel_modulus_free(modulus);
    mpz_clears(x, y, NULL);
    free(limbs);
}

int main(int argc, char **argv)
{
    mpz_t m;
    mpz_init(m);
    gmp_randinit_default(randomness);
    for (int i = 1; i < argc; i++)
        for (unsigned sort = 0; sort < MODULI; sort++)
            if (make_modulus(m, sort, (size_t)atoi(argv[i])))
                check_modulus(m, sort == 2 || sort == 3);
    gmp_randclear(randomness);
    mpz_clear(m);
    return failures != 0;
}
