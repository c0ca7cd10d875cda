/* Numbers of limbs: GMP's low-level functions with every length allowed, 0 too. ThreadSanitizer does not see into GMP;
 * here it is told what is read and written. */
#ifndef MC_PARALLEL_LIMBS_H
#define MC_PARALLEL_LIMBS_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __SANITIZE_THREAD__
void __tsan_read_range(void *address, long size);
void __tsan_write_range(void *address, long size);
#define MC_READS(p, n)  __tsan_read_range((void *)(uintptr_t)(p), (long)((n) * sizeof(mp_limb_t)))
#define MC_WRITES(p, n) __tsan_write_range((p), (long)((n) * sizeof(mp_limb_t)))
#else
#define MC_READS(p, n)  ((void)0)
#define MC_WRITES(p, n) ((void)0)
#endif

/* Twice as long as a limb. */
#if GMP_NUMB_BITS == 64
__extension__ typedef unsigned __int128 mc_limb_pair;
#else
typedef uint64_t mc_limb_pair;
#endif

static inline size_t mc_limbs_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t mc_limbs_most(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* r = 0. */
static inline void mc_limbs_clear(mp_limb_t *r, size_t n)
{
    MC_WRITES(r, n);
    if (n > 0)
        mpn_zero(r, (mp_size_t)n);
}

static inline void mc_limbs_copy(mp_limb_t *r, const mp_limb_t *a, size_t n)
{
    MC_READS(a, n);
    MC_WRITES(r, n);
    if (n > 0)
        mpn_copyi(r, a, (mp_size_t)n);
}

static inline bool mc_limbs_are_zero(const mp_limb_t *a, size_t n)
{
    MC_READS(a, n);
    return n == 0 || mpn_zero_p(a, (mp_size_t)n);
}

static inline bool mc_limbs_below(const mp_limb_t *a, const mp_limb_t *b, size_t n)
{
    MC_READS(a, n);
    MC_READS(b, n);
    for (size_t i = n; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

/* r += a, of rn and an <= rn limbs; the carry. */
static inline mp_limb_t mc_limbs_add(mp_limb_t *r, size_t rn, const mp_limb_t *a, size_t an)
{
    MC_READS(a, an);
    MC_WRITES(r, rn);
    return rn == 0 ? 0 : mpn_add(r, r, (mp_size_t)rn, a, (mp_size_t)an);
}

/* r -= a, of rn and an <= rn limbs; the borrow. */
static inline mp_limb_t mc_limbs_sub(mp_limb_t *r, size_t rn, const mp_limb_t *a, size_t an)
{
    MC_READS(a, an);
    MC_WRITES(r, rn);
    return rn == 0 ? 0 : mpn_sub(r, r, (mp_size_t)rn, a, (mp_size_t)an);
}

/* r = a b, of an + bn limbs, apart from a and b. */
static inline void mc_limbs_mul(mp_limb_t *r, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn)
{
    MC_READS(a, an);
    MC_READS(b, bn);
    MC_WRITES(r, an + bn);
    if (an == 0 || bn == 0)
        mc_limbs_clear(r, an + bn);
    else if (an == bn)
        mpn_mul_n(r, a, b, (mp_size_t)an);
    else if (an > bn)
        mpn_mul(r, a, (mp_size_t)an, b, (mp_size_t)bn);
    else
        mpn_mul(r, b, (mp_size_t)bn, a, (mp_size_t)an);
}

/* A way to compute r = a b, of which only the lower `low` limbs are wanted; r has an + bn, apart from a and b. */
typedef void mc_limbs_product(mp_limb_t *r, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn, size_t low);

/* GMP's: all limbs. */
static inline void mc_limbs_gmp_product(mp_limb_t *r, const mp_limb_t *a, size_t an, const mp_limb_t *b, size_t bn,
                                        size_t low)
{
    (void)low;
    mc_limbs_mul(r, a, an, b, bn);
}

#endif
