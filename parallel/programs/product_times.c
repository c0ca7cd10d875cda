/* Times of GMP's products, from which times of parallel multiplications are predicted: lines of CSV.
 *
 *     product_times [--runs N] LIMBSxLIMBS...
 *
 * A run is as many products as take 10 microseconds. */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/times.h"

#define PROGRAM          "product_times"
#define RUN_MICROSECONDS 10.0
#define LIMBS_MOST       100000

typedef struct {
    mp_size_t a_limbs, b_limbs; /* a has at least as many as b */
    mp_limb_t *a, *b, *z;
} product;

static void multiply(const product *p, unsigned long times)
{
    for (; times > 0; times--) {
        if (p->a_limbs == p->b_limbs)
            mpn_mul_n(p->z, p->a, p->b, p->a_limbs);
        else
            mpn_mul(p->z, p->a, p->a_limbs, p->b, p->b_limbs);
    }
}

static double microseconds_of(const product *p, unsigned long times)
{
    double begin = times_microseconds();
    multiply(p, times);
    return times_microseconds() - begin;
}

static int measure(product p, unsigned long runs)
{
    double *times = calloc(runs, sizeof *times);
    p.a = calloc(2 * (p.a_limbs + p.b_limbs), sizeof *p.a);
    if (times == NULL || p.a == NULL) {
        fputs(PROGRAM ": no memory is left\n", stderr);
        return 2;
    }
    p.b = p.a + p.a_limbs;
    p.z = p.b + p.b_limbs;
    mpn_random(p.a, p.a_limbs + p.b_limbs);
    unsigned long calls = 1;
    while (microseconds_of(&p, calls) < RUN_MICROSECONDS)
        calls *= 2;
    for (unsigned long run = 0; run < runs; run++)
        times[run] = microseconds_of(&p, calls) / (double)calls;
    times_summary summary = times_summarise(times, runs);
    printf("%ld,%ld,%.5f,%.5f,%.5f\n", (long)p.a_limbs, (long)p.b_limbs, summary.minimum, summary.median,
           summary.spread);
    free(times);
    free(p.a);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"runs", required_argument, 0, 'r'}, {0}};
    unsigned long runs = 200;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (option != 'r')
            return 2;
        runs = times_number(PROGRAM, "runs", optarg, 10000000);
    }
    puts("a_limbs,b_limbs,minimum,median,spread");
    for (int i = optind; i < argc; i++) {
        product p;
        char end;
        if (sscanf(argv[i], "%ldx%ld%c", &p.a_limbs, &p.b_limbs, &end) != 2 || p.b_limbs < 1 || p.a_limbs < p.b_limbs ||
            p.a_limbs > LIMBS_MOST) {
            fprintf(stderr, PROGRAM ": %s is no product LIMBSxLIMBS, the larger first, of 1 to %d limbs\n", argv[i],
                    LIMBS_MOST);
            return 2;
        }
        int status = measure(p, runs);
        if (status != 0)
            return status;
    }
    return 0;
}
