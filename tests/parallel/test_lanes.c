/* Multiplications in vector lanes against mpz_mul and mpz_mod, with the instructions that the processor has.
 *
 *     test_lanes BITS... */
#include "support.h"

#include <motecurve/parallel/lanes.h>

#define ROUNDS 12

static gmp_randstate_t randomness;

static uint64_t *packed_of(const mc_parallel_lanes *lanes)
{
    size_t bytes = (mc_parallel_lanes_words(lanes) * sizeof(uint64_t) + 63) / 64 * 64;
    return aligned_alloc(64, bytes);
}

/* Operands of one round: edges in some lanes, random numbers in the others. */
static void make_operands(mp_limb_t *x, mpz_t numbers[8], const mpz_t m, unsigned count, unsigned round)
{
    size_t n = mpz_size(m);
    for (unsigned lane = 0; lane < count; lane++) {
        unsigned sort = (lane + round) % 6;
        if (sort < 2)
            mpz_set_ui(numbers[lane], sort);
        else if (sort == 2)
            mpz_sub_ui(numbers[lane], m, 1);
        else if (sort == 3)
            mpz_rrandomb(numbers[lane], randomness, mpz_sizeinbase(m, 2));
        else
            mpz_urandomm(numbers[lane], randomness, m);
        mpz_mod(numbers[lane], numbers[lane], m);
        mp_limb_t *limbs = limbs_of(numbers[lane], n);
        memcpy(x + lane * n, limbs, n * sizeof *limbs);
        free(limbs);
    }
}

static void check_round(mc_parallel_lanes *lanes, const mpz_t m, unsigned round)
{
    size_t n = mpz_size(m);
    unsigned count = mc_parallel_lanes_count(lanes);
    mp_limb_t *x = calloc(count * n, sizeof *x);
    uint64_t *a = packed_of(lanes), *b = packed_of(lanes), *z = packed_of(lanes);
    mpz_t of_a[8], of_b[8], got;
    mpz_init(got);
    for (unsigned lane = 0; lane < count; lane++)
        mpz_inits(of_a[lane], of_b[lane], NULL);
    make_operands(x, of_a, m, count, round);
    mc_parallel_status status = mc_parallel_lanes_pack(lanes, a, x, n);
    make_operands(x, of_b, m, count, round / 6);
    status += mc_parallel_lanes_pack(lanes, b, x, n);
    mc_parallel_lanes_multiply(lanes, z, a, b);
    mc_parallel_lanes_multiply(lanes, a, a, b);
    CHECK(memcmp(z, a, mc_parallel_lanes_words(lanes) * sizeof *z) == 0);
    status += mc_parallel_lanes_unpack(lanes, x, z, n);
    CHECK(status == MC_PARALLEL_OK);
    for (unsigned lane = 0; lane < count; lane++) {
        number_of(got, x + lane * n, n);
        mpz_mul(of_a[lane], of_a[lane], of_b[lane]);
        mpz_mod(of_a[lane], of_a[lane], m);
        if (mpz_cmp(got, of_a[lane]) != 0)
            fail("%s, %zu bits, lane %u of round %u is wrong", mc_parallel_lanes_name(mc_parallel_lanes_kind_of(lanes)),
                 mpz_sizeinbase(m, 2), lane, round);
        mpz_clears(of_a[lane], of_b[lane], NULL);
    }
    mpz_clear(got);
    free(x);
    free(a);
    free(b);
    free(z);
}

/* The least, the greatest and a random modulus. */
static void check_size(size_t bits, mc_parallel_lanes_kind kind)
{
    mpz_t m;
    mpz_init(m);
    for (unsigned sort = 0; sort < 3; sort++) {
        mpz_set_ui(m, 0);
        if (sort == 2)
            mpz_urandomb(m, randomness, bits);
        mpz_setbit(m, sort == 1 ? bits : bits - 1);
        if (sort == 1)
            mpz_sub_ui(m, m, 1);
        mpz_setbit(m, 0);
        mp_limb_t *limbs = limbs_of(m, mpz_size(m));
        mc_parallel_modulus *modulus;
        mc_parallel_lanes *lanes;
        mc_parallel_status status = mc_parallel_modulus_new(&modulus, limbs, mpz_size(m));
        CHECK(status == MC_PARALLEL_OK);
        status = mc_parallel_lanes_new(&lanes, modulus, kind);
        if (status == MC_PARALLEL_ERROR_PROCESSOR)
            printf("%s: %s\n", mc_parallel_lanes_name(kind), mc_parallel_status_text(status));
        else
            CHECK(status == MC_PARALLEL_OK);
        for (unsigned round = 0; lanes != NULL && round < ROUNDS; round++)
            check_round(lanes, m, round);
        mc_parallel_lanes_free(lanes);
        mc_parallel_modulus_free(modulus);
        free(limbs);
    }
    mpz_clear(m);
}

int main(int argc, char **argv)
{
    gmp_randinit_default(randomness);
    for (int i = 1; i < argc; i++) {
        check_size((size_t)atoi(argv[i]), MC_PARALLEL_LANES_IFMA);
        check_size((size_t)atoi(argv[i]), MC_PARALLEL_LANES_AVX2);
    }
    gmp_randclear(randomness);
    return failures != 0;
}
