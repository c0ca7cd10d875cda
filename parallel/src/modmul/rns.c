/* Montgomery's multiplication in residue number systems (arruda2014, 2.5; Antao, Bajard and Sousa 2011; Kawamura,
 * Koike, Sano and Shimbo 2000), from limbs to limbs: both conversions are part of the call.
 *
 * Two bases of k = n + 1 primes just below r, none of which divides M, with the products A and B; M < A and
 * 2 (k + 1) M < B. In place of r^n stands A:
 *
 *   1. s = x y, residue by residue, in both bases.
 *   2. q = -s / M mod A is sum(xi_i A / a_i) - alpha A with xi_i = -s_i / (M A / a_i) mod a_i and some alpha < k. The
 * sum itself, q' = q + alpha A < k A, does as well.
 *   3. z = (s + q' M) / A < (M^2 + k A M) / A < (k + 1) M is whole, and z = x y / A modulo M. In the base of B,
 *      zeta_j = z / (B / b_j) = s c_j + sum(xi_i e_ij) mod b_j.
 *   4. z = sum(zeta_j B / b_j) - beta B with beta = floor(sum(zeta_j / b_j)). As the b_j are nearly r, beta is
 *      floor(sum(zeta_j) / r + 1/2): sum(zeta_j / b_j) = beta + z / B, with z / B < 1/2, and sum(zeta_j) / r is smaller
 * by less than k (r - least b_j) / r < 1/2. That holds for any n below 4,000.
 *   5. z < (k + 1) M is reduced by a quotient. */
#include "modmul/multiplier.h"
#include "modmul/partial.h"
#include "modmul/rows.h"
#include "modulus/bases.h"

typedef struct {
    size_t k;
    mp_limb_t *a, *b;       /* the primes, k each */
    mp_limb_t *to_xi;       /* -1 / (M A / a_i) mod a_i */
    mp_limb_t *c, *e;       /* 1 / (A B / b_j) and, k for each j, M (A / a_i) / (A B / b_j), both mod b_j */
    mp_limb_t *whole;       /* B, k limbs */
    mp_limb_t *cofactors;   /* B / b_j, k limbs each */
    mp_limb_t *xi, *result; /* of a call: k and k limbs */
    mp_limb_t *room;        /* MC_UPPER_ROOM(n, 1) */
} workspace;

static void find_constants(const workspace *own, const mc_parallel_modulus *modulus)
{
    size_t k = own->k;
    mpz_t whole, cofactor;
    mpz_inits(whole, cofactor, NULL);
    mc_parallel_whole(whole, own->b, k);
    mc_parallel_write(own->whole, whole, k);
    for (size_t i = 0; i < k; i++) {
        mp_limb_t a = own->a[i], b = own->b[i];
        mp_limb_t m = mpn_mod_1(modulus->m, (mp_size_t)modulus->n, a);
        own->to_xi[i] = a - mc_parallel_invert_modulo(
                                mc_parallel_multiply_modulo(m, mc_parallel_product_modulo(own->a, k, i, a), a), a);
        m = mpn_mod_1(modulus->m, (mp_size_t)modulus->n, b);
        own->c[i] =
            mc_parallel_invert_modulo(mc_parallel_multiply_modulo(mc_parallel_product_modulo(own->a, k, k, b),
                                                                  mc_parallel_product_modulo(own->b, k, i, b), b),
                                      b);
        mc_parallel_cofactors(own->e + i * k, 1, own->a, k, mc_parallel_multiply_modulo(own->c[i], m, b), b);
        mpz_divexact_ui(cofactor, whole, b);
        mc_parallel_write(own->cofactors + i * k, cofactor, k);
    }
    mpz_clears(whole, cofactor, NULL);
}

/* x y mod p. */
static mp_limb_t product_of_residues(const mc_parallel_multiplier *multiplier, mp_limb_t p)
{
    mp_size_t n = (mp_size_t)multiplier->modulus->n;
    return mc_parallel_multiply_modulo(mpn_mod_1(multiplier->a, n, p), mpn_mod_1(multiplier->b, n, p), p);
}

/* zeta_j. */
static mp_limb_t zeta(const mc_parallel_multiplier *multiplier, size_t j)
{
    const workspace *own = multiplier->own;
    const mp_limb_t *row = own->e + j * own->k;
    mp_limb_t b = own->b[j], limbs[3];
    mc_column sum = {0};
    mc_column_add(&sum, product_of_residues(multiplier, b), own->c[j]);
    for (size_t i = 0; i < own->k; i++)
        mc_column_add(&sum, own->xi[i], row[i]);
    for (int i = 0; i < 3; i++)
        limbs[i] = mc_column_shift(&sum);
    return mpn_mod_1(limbs, 3, b);
}

static bool multiply(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    size_t k = own->k;
    (void)thread;
    for (size_t i = 0; i < k; i++)
        own->xi[i] = mc_parallel_multiply_modulo(product_of_residues(multiplier, own->a[i]), own->to_xi[i], own->a[i]);
    mc_limb_pair sum = (mp_limb_t)1 << (GMP_NUMB_BITS - 1);
    mc_limbs_clear(own->result, k);
    for (size_t j = 0; j < k; j++) {
        mp_limb_t one = zeta(multiplier, j);
        sum += one;
        mpn_addmul_1(own->result, own->cofactors + j * k, (mp_size_t)k, one);
    }
    mpn_submul_1(own->result, own->whole, (mp_size_t)k, (mp_limb_t)(sum >> GMP_NUMB_BITS));
    mc_parallel_finish(multiplier->z, own->result, multiplier->modulus, own->room);
    return true;
}

static void factor(const mc_parallel_multiplier *multiplier, mpz_t factor)
{
    const workspace *own = multiplier->own;
    mc_parallel_whole(factor, own->a, own->k);
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {multiply};
    const mc_parallel_modulus *modulus = multiplier->modulus;
    mc_parallel_arena *arena = &multiplier->arena;
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    size_t k = own->k = modulus->n + 1;
    mp_limb_t **lists[] = {&own->a, &own->b, &own->to_xi, &own->c, &own->whole, &own->xi, &own->result};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = mc_parallel_take_limbs(arena, k);
    own->e = mc_parallel_take_limbs(arena, k * k);
    own->cofactors = mc_parallel_take_limbs(arena, k * k);
    own->room = mc_parallel_take_limbs(arena, MC_UPPER_ROOM(modulus->n, 1));
    if (arena->failed)
        return;
    mc_parallel_find_bases(own->a, own->b, k, GMP_NUMB_MAX, modulus);
    find_constants(own, modulus);
}

const mc_parallel_algorithm mc_parallel_rns = {
    .name = "rns",
    .summary = "Montgomery's multiplication in two residue number systems, conversions included",
    .threads = MC_PARALLEL_THREADS(1),
    .factor = factor,
    .prepare = prepare,
};
