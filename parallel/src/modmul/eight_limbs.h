/* Montgomery's multiplication word by word of eight limbs, with all of T in registers. */
#ifndef MC_PARALLEL_EIGHT_LIMBS_H
#define MC_PARALLEL_EIGHT_LIMBS_H

#include "modmul/rows.h"

#if MC_PARALLEL_HAS_ADX_ROWS

/* t_j += the lower half of factor_j rdx, t_k += the upper half, k = j + 1: the carries of the lower halves are in CF,
 * those of the upper halves in OF. */
#define MC_ONE_PRODUCT(factor, offset, j, k)                                                                           \
    "mulxq " offset "(%[" factor "]), %[low], %[high]\n\t"                                                             \
    "adcxq %[low], %[t" j "]\n\t"                                                                                      \
    "adoxq %[high], %[t" k "]\n\t"
#define MC_EIGHT_PRODUCTS(factor)                                                                                      \
    MC_ONE_PRODUCT(factor, "0", "0", "1")                                                                              \
    MC_ONE_PRODUCT(factor, "8", "1", "2")                                                                              \
    MC_ONE_PRODUCT(factor, "16", "2", "3")                                                                             \
    MC_ONE_PRODUCT(factor, "24", "3", "4")                                                                             \
    MC_ONE_PRODUCT(factor, "32", "4", "5")                                                                             \
    MC_ONE_PRODUCT(factor, "40", "5", "6")                                                                             \
    MC_ONE_PRODUCT(factor, "48", "6", "7")                                                                             \
    MC_ONE_PRODUCT(factor, "56", "7", "8")

/* T = t0 ... t8 changes to T + a b_i + q M, whose limbs are t1 ... t8 and, with both rows' carries, t0: its own limb
 * has become 0. The first row's carry waits in memory, as no register is left. */
#define MC_EIGHT_LIMB_STEP(i, l0, l1, l2, l3, l4, l5, l6, l7, l8)                                                      \
    b_i = b[i];                                                                                                        \
    __asm__("xorl %k[low], %k[low]\n\t" /* clears both carries */                                                      \
            MC_EIGHT_PRODUCTS("a") "movl $0, %k[low]\n\t"                                                              \
                                   "movl $0, %k[high]\n\t"                                                             \
                                   "adcxq %[low], %[t8]\n\t"                                                           \
                                   "adcxq %[high], %[low]\n\t"                                                         \
                                   "adoxq %[high], %[low]\n\t"                                                         \
                                   "movq %[low], %[first]\n\t"                                                         \
                                   "movq %[t0], %%rdx\n\t"                                                             \
                                   "imulq %[mu], %%rdx\n\t"                                                            \
                                   "xorl %k[low], %k[low]\n\t" MC_EIGHT_PRODUCTS("m") "movq %[first], %[low]\n\t"      \
                                                                                      "adcxq %[t0], %[t8]\n\t"         \
                                                                                      "adcxq %[t0], %[low]\n\t"        \
                                                                                      "adoxq %[t0], %[low]\n\t"        \
                                                                                      "movq %[low], %[t0]"             \
            : [t0] "+r"(l0), [t1] "+r"(l1), [t2] "+r"(l2), [t3] "+r"(l3), [t4] "+r"(l4), [t5] "+r"(l5), [t6] "+r"(l6), \
              [t7] "+r"(l7), [t8] "+r"(l8), [low] "=&r"(low), [high] "=&r"(high), "+d"(b_i), [first] "=m"(first)       \
            : [a] "r"(a), [m] "r"(m), [mu] "m"(mu), "m"(*(const mp_limb_t(*)[8])a), "m"(*(const mp_limb_t(*)[8])m)     \
            : "cc")

/* z = T, below 2 M, after eight rows of a b_i and of q M by turns; returns its limb 8. */
static inline mp_limb_t mc_parallel_eight_limbs(mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b,
                                                const mp_limb_t *m, mp_limb_t mu)
{
    mp_limb_t t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, t6 = 0, t7 = 0, t8 = 0, low, high, first, b_i;
    MC_EIGHT_LIMB_STEP(0, t0, t1, t2, t3, t4, t5, t6, t7, t8);
    MC_EIGHT_LIMB_STEP(1, t1, t2, t3, t4, t5, t6, t7, t8, t0);
    MC_EIGHT_LIMB_STEP(2, t2, t3, t4, t5, t6, t7, t8, t0, t1);
    MC_EIGHT_LIMB_STEP(3, t3, t4, t5, t6, t7, t8, t0, t1, t2);
    MC_EIGHT_LIMB_STEP(4, t4, t5, t6, t7, t8, t0, t1, t2, t3);
    MC_EIGHT_LIMB_STEP(5, t5, t6, t7, t8, t0, t1, t2, t3, t4);
    MC_EIGHT_LIMB_STEP(6, t6, t7, t8, t0, t1, t2, t3, t4, t5);
    MC_EIGHT_LIMB_STEP(7, t7, t8, t0, t1, t2, t3, t4, t5, t6);
    z[0] = t8;
    z[1] = t0;
    z[2] = t1;
    z[3] = t2;
    z[4] = t3;
    z[5] = t4;
    z[6] = t5;
    z[7] = t6;
    return t7;
}

#endif
#endif
