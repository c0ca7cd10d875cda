/* The numbers of a size: the same for a size and a seed, whatever is measured before. */
#ifndef MC_PARALLEL_PROGRAMS_MODMUL_NUMBERS_H
#define MC_PARALLEL_PROGRAMS_MODMUL_NUMBERS_H

#include <gmp.h>
#include <stdbool.h>

#define MODMUL_BATCH_MOST 8

/* M, and A and B below it, one of each for every lane. */
typedef struct {
    mpz_t m, a[MODMUL_BATCH_MOST], b[MODMUL_BATCH_MOST];
    bool square; /* A A is asked for, and B is A */
} modmul_numbers;

void modmul_numbers_init(modmul_numbers *numbers);
/* An odd M of exactly so many bits; A and B, from GMP's Mersenne twister. */
void modmul_numbers_set(modmul_numbers *numbers, unsigned long bits, unsigned long seed);

#endif
