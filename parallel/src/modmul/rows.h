/* Rows and columns of products, word by word. */
#ifndef MC_PARALLEL_ROWS_H
#define MC_PARALLEL_ROWS_H

#include "limbs/limbs.h"

/* t += a b, n limbs; the carry. As mpn_addmul_1. */
typedef mp_limb_t mc_parallel_add_row(mp_limb_t *t, const mp_limb_t *a, mp_size_t n, mp_limb_t b);

#if defined(__x86_64__) && GMP_NUMB_BITS == 64 && !defined(__SANITIZE_ADDRESS__)
#define MC_PARALLEL_HAS_ADX_ROWS 1

#include <cpuid.h>

/* Limbs at offsets in bytes; the carry comes in and goes out in `carry` and in both flags. */
#define MC_TWO_LIMBS(o0, o1)                                                                                           \
    "mulxq " o0 "(%[a]), %[low], %[high]\n\t"                                                                          \
    "adcxq %[carry], %[low]\n\t"                                                                                       \
    "adoxq " o0 "(%[t]), %[low]\n\t"                                                                                   \
    "movq %[low], " o0 "(%[t])\n\t"                                                                                    \
    "mulxq " o1 "(%[a]), %[low], %[carry]\n\t"                                                                         \
    "adcxq %[high], %[low]\n\t"                                                                                        \
    "adoxq " o1 "(%[t]), %[low]\n\t"                                                                                   \
    "movq %[low], " o1 "(%[t])\n\t"
#define MC_FOUR_LIMBS(o0, o1, o2, o3) MC_TWO_LIMBS(o0, o1) MC_TWO_LIMBS(o2, o3)
#define MC_EIGHT_LIMBS                MC_FOUR_LIMBS("0", "8", "16", "24") MC_FOUR_LIMBS("32", "40", "48", "56")
#define MC_NEXT_EIGHT_LIMBS           MC_FOUR_LIMBS("64", "72", "80", "88") MC_FOUR_LIMBS("96", "104", "112", "120")

#define MC_CLEAR_FLAGS "xorl %k[low], %k[low]\n"
#define MC_ADD_FLAGS                                                                                                   \
    "movl $0, %k[low]\n\t"                                                                                             \
    "adcxq %[low], %[carry]\n\t"                                                                                       \
    "adoxq %[low], %[carry]"

#define MC_LIMBS_AT_ONCE(limbs)                                                                                        \
    __asm__ volatile(MC_CLEAR_FLAGS limbs MC_ADD_FLAGS                                                                 \
                     : [carry] "+r"(carry), [low] "=&r"(low), [high] "=&r"(high)                                       \
                     : [t] "r"(t), [a] "r"(a), "d"(b)                                                                  \
                     : "cc", "memory")

/* A row with MULX, and with ADCX and ADOX for two carries at a time: one of the sums of neighbouring products, one of
 * these with t. Sixteen limbs a round, after the first n mod 16: one, two, four, eight of them. */
static inline __attribute__((always_inline)) mp_limb_t mc_parallel_add_row_adx(mp_limb_t *t, const mp_limb_t *a,
                                                                               mp_size_t n, mp_limb_t b)
{
    mp_limb_t carry = 0, low, high;
    mp_size_t rounds = n / 16;
    if (__builtin_constant_p(n == 12) && n == 12) {
        MC_LIMBS_AT_ONCE(MC_EIGHT_LIMBS MC_FOUR_LIMBS("64", "72", "80", "88"));
        return carry;
    }
    if (n & 1) {
        mc_limb_pair sum = (mc_limb_pair)*a++ * b + *t;
        *t++ = (mp_limb_t)sum;
        carry = (mp_limb_t)(sum >> 64);
    }
    if (n & 2) {
        MC_LIMBS_AT_ONCE(MC_TWO_LIMBS("0", "8"));
        t += 2;
        a += 2;
    }
    if (n & 4) {
        MC_LIMBS_AT_ONCE(MC_FOUR_LIMBS("0", "8", "16", "24"));
        t += 4;
        a += 4;
    }
    if (n & 8) {
        MC_LIMBS_AT_ONCE(MC_EIGHT_LIMBS);
        t += 8;
        a += 8;
    }
    if (rounds > 0)
        __asm__ volatile(MC_CLEAR_FLAGS "1: " MC_EIGHT_LIMBS MC_NEXT_EIGHT_LIMBS "leaq 128(%[a]), %[a]\n\t"
                                        "leaq 128(%[t]), %[t]\n\t"
                                        "leaq -1(%%rcx), %%rcx\n\t" /* changes no flag */
                                        "jrcxz 2f\n\t"
                                        "jmp 1b\n"
                                        "2: " MC_ADD_FLAGS
                         : [t] "+r"(t), [a] "+r"(a),
                           "+c"(rounds), [carry] "+r"(carry), [low] "=&r"(low), [high] "=&r"(high)
                         : "d"(b)
                         : "cc", "memory");
    return carry;
}

static inline bool mc_parallel_processor_has_adx(void)
{
    unsigned a, b, c, d, wanted = bit_BMI2 | bit_ADX; /* clang 14 has no name for ADX in __builtin_cpu_supports */
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & wanted) == wanted;
}
#endif

/* t += a b + q M, n + 1 limbs, with q such that t[0] becomes 0. t[n] need not be set; `carry`, 0 or 1, is added to it.
 * Returns the carry out of t[n], 0 or 1: both rows give at most r - 1 each, and 2 (r - 1) + 1 < 2 r. */
static inline __attribute__((always_inline)) mp_limb_t mc_parallel_double_row(mc_parallel_add_row *add_row,
                                                                              mp_limb_t *t, const mp_limb_t *a,
                                                                              mp_limb_t b, const mp_limb_t *m,
                                                                              mp_limb_t mu, size_t n, mp_limb_t carry)
{
    mp_limb_t high = add_row(t, a, (mp_size_t)n, b);
    mc_limb_pair sum = (mc_limb_pair)high + add_row(t, m, (mp_size_t)n, t[0] * mu) + carry;
    t[n] = (mp_limb_t)sum;
    return (mp_limb_t)(sum >> GMP_NUMB_BITS);
}

/* The sum of a column, three limbs. */
typedef struct {
    mc_limb_pair low;
    mp_limb_t high;
} mc_column;

static inline void mc_column_add(mc_column *sum, mp_limb_t a, mp_limb_t b)
{
    mc_limb_pair product = (mc_limb_pair)a * b;
    sum->low += product;
    sum->high += sum->low < product;
}

static inline void mc_column_add_twice(mc_column *sum, const mc_column *column)
{
    for (int i = 0; i < 2; i++) {
        sum->low += column->low;
        sum->high += column->high + (sum->low < column->low);
    }
}

/* The lowest limb, which is taken off. */
static inline mp_limb_t mc_column_shift(mc_column *sum)
{
    mp_limb_t lowest = (mp_limb_t)sum->low;
    sum->low = sum->low >> GMP_NUMB_BITS | (mc_limb_pair)sum->high << GMP_NUMB_BITS;
    sum->high = 0;
    return lowest;
}

/* c = a^2, 2 n limbs, column by column: twice the products a_i a_(k-i) with i < k - i, and a_(k/2)^2. */
static inline void mc_square_columns(mp_limb_t *c, const mp_limb_t *a, size_t n)
{
    mc_column sum = {0};
    for (size_t k = 0; k + 1 < 2 * n; k++) {
        mc_column column = {0};
        for (size_t i = k < n ? 0 : k - n + 1; 2 * i < k; i++)
            mc_column_add(&column, a[i], a[k - i]);
        mc_column_add_twice(&sum, &column);
        if (k % 2 == 0)
            mc_column_add(&sum, a[k / 2], a[k / 2]);
        c[k] = mc_column_shift(&sum);
    }
    c[2 * n - 1] = mc_column_shift(&sum);
}

#endif
