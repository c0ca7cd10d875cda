/* Division steps with words of 64 bits, three numbers of a row in one word: included by safegcd.h.
 *
 * A row is f, u and v with f = u f0 + v g0, or g, q and r, where f0 and g0 are the lower 16 bits at the start. It is
 * the word f + 2^PLACE_U u + 2^PLACE_V v, exactly, by signed sums. So a step adds and halves words: u and v are
 * fractions, with |u| + |v| <= 1, and after k <= PACKED_STEPS steps 2^k u and 2^k v are integers. The word is below
 * 2^56.
 *
 * Bernstein and Yang, Fast constant-time gcd computation and modular inversion, 2019; Pornin, Optimized binary GCD for
 * modular inversion, 2020, for several numbers in a word. */
#ifndef MC_FP_DIVSTEPS_PACKED_H
#define MC_FP_DIVSTEPS_PACKED_H

/* The lengths of fp/host/safegcd_shared.c share the code, which the shortest has: no number but f and g is in it. */
#ifdef MC_DIGITS
#define divsteps mc_safegcd_divsteps
#define LINKAGE
mc_digit divsteps(matrix *t, mc_digit zeta, mc_unsigned_digit f, mc_unsigned_digit g);
#else
#define LINKAGE static
#endif

#if !defined(MC_DIGITS) || MC_DIGITS == 1
enum { PACKED_STEPS = 16, PLACE_U = 34, PLACE_V = 54 };

/* A word by 2^shift, to the nearest integer. */
static inline int64_t rounded(uint64_t word, int shift)
{
    return (int64_t)(word + ((uint64_t)1 << (shift - 1))) >> shift;
}

/* 2^k u and 2^k v of a row after k steps. What lies below u is at most 2^16, below v at most 2^35. */
static inline void unpack_row(int64_t *u, int64_t *v, uint64_t row, int k)
{
    *v = rounded(row, PLACE_V - k);
    *u = rounded(row - ((uint64_t)*v << (PLACE_V - k)), PLACE_U - k);
}

/* The rows after a step; the letters are those of divsteps(). Returns the new zeta. */
static inline int64_t packed_step(int64_t zeta, uint64_t *row_f, uint64_t *row_g)
{
    const uint64_t positive = mask_negative(zeta);
    const uint64_t odd = barrier(0 - (*row_g & 1));
    const uint64_t swap = positive & odd;
    *row_g += ((*row_f ^ positive) - positive) & odd;
    *row_f += *row_g & swap;
    *row_g = (uint64_t)((int64_t)*row_g >> 1);
    return (zeta ^ (int64_t)swap) - 1;
}

/* k division steps by the lower bits of f and g, which become the next ones; the matrix by that of the steps. */
static inline int64_t packed_steps(matrix *t, int64_t zeta, uint64_t *f, uint64_t *g, int k)
{
    const uint64_t lower_bits = ((uint64_t)1 << PACKED_STEPS) - 1;
    uint64_t row_f = (*f & lower_bits) + ((uint64_t)1 << PLACE_U);
    uint64_t row_g = (*g & lower_bits) + ((uint64_t)1 << PLACE_V);
    int64_t u, v, q, r;
    for (int i = 0; i < k; i++)
        zeta = packed_step(zeta, &row_f, &row_g);
    unpack_row(&u, &v, row_f, k);
    unpack_row(&q, &r, row_g, k);
    const uint64_t old_f = *f, old_g = *g;
    *f = ((uint64_t)u * old_f + (uint64_t)v * old_g) >> k;
    *g = ((uint64_t)q * old_f + (uint64_t)r * old_g) >> k;
    *t = (matrix){
        .u = u * t->u + v * t->q, .v = u * t->v + v * t->r, .q = q * t->u + r * t->q, .r = q * t->v + r * t->r};
    return zeta;
}

/* divsteps() of safegcd.h: 62 steps. */
LINKAGE mc_digit divsteps(matrix *t, mc_digit zeta, mc_unsigned_digit f, mc_unsigned_digit g)
{
    *t = (matrix){.u = 1, .v = 0, .q = 0, .r = 1};
    for (int i = 0; i < 2; i++) /* a loop, for what is in it becomes straight code */
        zeta = packed_steps(t, zeta, &f, &g, PACKED_STEPS);
    for (int i = 0; i < 2; i++)
        zeta = packed_steps(t, zeta, &f, &g, DIGIT_BITS / 2 - PACKED_STEPS);
    return zeta;
}
#endif

#endif
