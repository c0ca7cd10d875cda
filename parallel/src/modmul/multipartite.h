/* What both k-ary multipartite multiplications share (arruda2014, Algorithms 14 and 15; Giorgi, Imbert and Izard 2013).
 *
 * Both factors have k parts of p = ceil(n / k) limbs, of which the last may be shorter or empty. The products of equal
 * weight are one term:
 *
 *     A B / r^s = sum of C_d r^(d p - s) for d = 0 to 2 k - 2, with C_d = sum of A_i B_j for i + j = d,
 *
 * and s = k p / 2, at most n. A term with d p < s is reduced from below by t = s - d p limbs. One that reaches above n
 * limbs is reduced from above by so many. The others are left as they are: at most k products below r^n.
 *
 * All C_d are positive, so C_d r^(d p) <= A B < r^(2n): C_d has at most 2 n - d p limbs, and no term is reduced from
 * above by more than n - s. C_0 has 2 p >= s limbs, C_1 more than s - p. */
#ifndef MC_PARALLEL_MULTIPARTITE_H
#define MC_PARALLEL_MULTIPARTITE_H

#include "modmul/multiplier.h"
#include "modmul/partial.h"

#define MC_PARALLEL_ARITY 4
#define MC_PARALLEL_TERMS (2 * MC_PARALLEL_ARITY - 1)

typedef enum { MC_TERM_EMPTY, MC_TERM_LOWER, MC_TERM_PLAIN, MC_TERM_UPPER } mc_term_kind;

typedef struct {
    mc_term_kind kind;
    unsigned thread;    /* whose it is */
    size_t t;           /* limbs by which it is reduced */
    size_t offset;      /* d p */
    size_t limbs;       /* of C_d */
    mp_limb_t *c;       /* C_d */
    mp_limb_t *shifted; /* upper: C_d r^(d p - s), n + t limbs, of which c is the upper part */
    mp_limb_t *product; /* room of a part's product */
    mp_limb_t *room;    /* MC_LOWER_ROOM or MC_UPPER_ROOM */
    mp_limb_t *z;       /* n + 1 limbs */
} mc_term;

typedef struct {
    unsigned arity; /* k */
    size_t p, s;
    mc_term terms[MC_PARALLEL_TERMS];
    unsigned count;   /* 2 k - 1 */
    mp_limb_t *total; /* 2 n + 1 limbs */
    mp_limb_t *room;  /* MC_UPPER_ROOM(n, 1) */
} mc_multipartite;

/* s, with which the operands' form is that of r^s. */
size_t mc_parallel_multipartite_scale(const mc_parallel_multiplier *multiplier);

/* Fills `own` and takes its memory; `owners` is the thread of each of the seven terms of four parts. */
void mc_parallel_multipartite_prepare(mc_parallel_multiplier *multiplier, mc_multipartite *own, const unsigned *owners);

/* C_d. */
void mc_parallel_multipartite_term(const mc_parallel_multiplier *multiplier, mc_multipartite *own, unsigned d);

#endif
