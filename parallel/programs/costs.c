/* The products of the busiest thread and the barriers, as docs/parallel lists them, of every algorithm and number of
 * threads: lines of CSV. GMP's calls are counted, by the linker's --wrap, and weighed as schoolbook products; products
 * are in squares of n limbs, such as 1.25. An algorithm that consists of other things than GMP's products has 0. */
#include <stdio.h>
#include <stdlib.h>

#include "modmul/multiplier.h"

#define N            192
#define THREADS_MOST 4

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

/* A line of one algorithm; 1 without memory. */
static int count(const mc_parallel_algorithm *algorithm, unsigned threads, const mc_parallel_modulus *modulus,
                 const mp_limb_t *a)
{
    static mp_limb_t z[N];
    mc_parallel_multiplier *multiplier;
    mc_parallel_multiplier_options options = {threads, MC_PARALLEL_USUAL_SPLIT};
    if (mc_parallel_multiplier_new(&multiplier, algorithm, modulus, &options) != MC_PARALLEL_OK)
        return 1;
    multiplier->z = z;
    multiplier->a = multiplier->b = a;
    if (algorithm->begin != NULL)
        algorithm->begin(multiplier);
    double squares = products_of_busiest(multiplier);
    printf("%s,%u,%.4f,%zu\n", mc_parallel_algorithm_name(algorithm), threads, squares,
           mc_parallel_multiplier_barriers(multiplier));
    mc_parallel_multiplier_free(multiplier);
    return 0;
}

int main(void)
{
    mp_limb_t m[N], a[N];
    mc_parallel_modulus *modulus;
    int status = 0;
    mpn_random(m, N);
    mpn_random(a, N);
    m[0] |= 1;
    m[N - 1] |= (mp_limb_t)1 << (GMP_NUMB_BITS - 1);
    a[N - 1] >>= 1;
    if (mc_parallel_modulus_new(&modulus, m, N) != MC_PARALLEL_OK)
        return 1;
    puts("algorithm,threads,products,barriers");
    for (size_t i = 0; i < mc_parallel_algorithm_count(); i++)
        for (unsigned threads = 1; threads <= THREADS_MOST; threads++)
            if (mc_parallel_algorithm_takes(mc_parallel_algorithm_at(i), threads))
                status |= count(mc_parallel_algorithm_at(i), threads, modulus, a);
    mc_parallel_modulus_free(modulus);
    return status;
}
