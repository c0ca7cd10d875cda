/* Constants of a multiplication in residues, and the multiplication itself. */
#ifndef MC_PARALLEL_LANES_RESIDUES_IFMA_H
#define MC_PARALLEL_LANES_RESIDUES_IFMA_H

#include "motecurve/parallel/residues.h"

#include "modulus/form.h"

#define MC_RESIDUE_BITS  52
#define MC_RESIDUE_LANES 4

/* Lists of k numbers below 2^52. An operand has the residues modulo the a_i, then the zeta_j. */
struct mc_parallel_residues {
    const mc_parallel_modulus *modulus;
    size_t k;                    /* a multiple of MC_RESIDUE_LANES */
    mp_limb_t *a, *b;            /* the primes */
    mp_limb_t *rest_a, *rest_b;  /* 2^52 - a_i, 2^52 - b_j */
    mp_limb_t *to_xi;            /* -1 / (M A / a_i) mod a_i */
    mp_limb_t *scale;            /* (B / b_j) / A mod b_j */
    mp_limb_t *minus_whole;      /* -B mod a_i */
    mp_limb_t *inverse_cofactor; /* 1 / (B / b_j) mod b_j */
    mp_limb_t *to_b, *to_a;      /* k for each i: M / (a_i B / b_j) mod b_j; k for each j: B / b_j mod a_i */
    mp_limb_t *xi;               /* of a call */
    mp_limb_t *number;           /* n limbs */
    mc_parallel_form form;
    mc_parallel_arena arena;
};

bool mc_parallel_has_residues(void);

void mc_parallel_residues_ifma(mc_parallel_residues *residues, uint64_t *z, const uint64_t *a, const uint64_t *b);

#endif
