/* The products of the busiest thread and the barriers, as docs/parallel.md lists them: GMP's calls are counted, by the
 * linker's --wrap, and weighed as schoolbook products.
 *
 *     test_costs ALGORITHM THREADS BARRIERS PRODUCTS     in squares of n limbs, such as 1.25 */
#include "support.h"

#include "modmul/multiplier.h"

#define N         192
#define TOLERANCE 0.04 /* reductions from above take a limb more in each factor */

static double products; /* of limbs */

void __real___gmpn_mul_n(mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n);
mp_limb_t __real___gmpn_mul(mp_limb_t *z, const mp_limb_t *a, mp_size_t an, const mp_limb_t *b, mp_size_t bn);
void __wrap___gmpn_mul_n(mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n);
mp_limb_t __wrap___gmpn_mul(mp_limb_t *z, const mp_limb_t *a, mp_size_t an, const mp_limb_t *b, mp_size_t bn);

void __wrap___gmpn_mul_n(mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b, mp_size_t n)
{
    products += (double)n * (double)n;
    __real___gmpn_mul_n(z, a, b, n);
}

mp_limb_t __wrap___gmpn_mul(mp_limb_t *z, const mp_limb_t *a, mp_size_t an, const mp_limb_t *b, mp_size_t bn)
{
    products += (double)an * (double)bn;
    return __real___gmpn_mul(z, a, an, b, bn);
}

/* The sum over all phases of the most that a thread has to do. A part that waits for messages counts for all threads
 * alike: they share its products. */
static double products_of_busiest(mc_parallel_multiplier *multiplier)
{
    double sum = 0;
    for (size_t i = 0; i < multiplier->phase_count; i++) {
        double most = 0, all = 0;
        bool waits = false;
        for (unsigned done = 0; done < multiplier->threads;) {
            done = 0;
            for (unsigned thread = 0; thread < multiplier->threads; thread++) {
                products = 0;
                bool is_done = multiplier->phases[i](multiplier, thread);
                most = products > most ? products : most;
                all += products;
                waits |= !is_done;
                done += is_done;
            }
        }
        sum += waits ? all / multiplier->threads : most;
    }
    return sum / N / N;
}

int main(int argc, char **argv)
{
    mp_limb_t m[N], z[N], a[N];
    mc_parallel_modulus *modulus;
    mc_parallel_multiplier *multiplier;
    if (argc != 5)
        return 2;
    mpn_random(m, N);
    mpn_random(a, N);
    m[0] |= 1;
    m[N - 1] |= (mp_limb_t)1 << (GMP_NUMB_BITS - 1);
    a[N - 1] >>= 1;
    mc_parallel_multiplier_options options = {(unsigned)atoi(argv[2]), MC_PARALLEL_USUAL_SPLIT};
    if (mc_parallel_modulus_new(&modulus, m, N) != MC_PARALLEL_OK ||
        mc_parallel_multiplier_new(&multiplier, mc_parallel_algorithm_find(argv[1]), modulus, &options) !=
            MC_PARALLEL_OK)
        return 2;
    multiplier->z = z;
    multiplier->a = multiplier->b = a;
    if (multiplier->algorithm->begin != NULL)
        multiplier->algorithm->begin(multiplier);
    double count = products_of_busiest(multiplier), expected = atof(argv[4]);
    if (count < expected * 0.9999 || count > expected * (1 + TOLERANCE))
        fail("%s, %s threads: %.4f squares of n limbs, not %s", argv[1], argv[2], count, argv[4]);
    CHECK(mc_parallel_multiplier_barriers(multiplier) == (size_t)atoi(argv[3]));
    mc_parallel_multiplier_free(multiplier);
    mc_parallel_modulus_free(modulus);
    return failures != 0;
}
