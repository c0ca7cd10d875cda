#include "lanes/residues_ifma.h"

#include <stdlib.h>

#include "lanes/kernel.h"
#include "modulus/bases.h"

#define ONE ((uint64_t)1 << MC_RESIDUE_BITS)

/* The least number of primes, in whole vectors, with 2^(52 k - 1) > (k + 2)^2 M. Both A and B are above 2^(52 k - 1).
 */
static size_t primes_for(size_t bits)
{
    size_t k = MC_RESIDUE_LANES, more = 3; /* more = ceil(log2(k + 2)) */
    while (MC_RESIDUE_BITS * k < bits + 2 * more + 1) {
        k += MC_RESIDUE_LANES;
        more += k + 2 > (size_t)1 << more;
    }
    return k;
}

static void find_constants(mc_parallel_residues *own)
{
    const mc_parallel_modulus *modulus = own->modulus;
    size_t k = own->k;
    mpz_t factor;
    mc_parallel_find_bases(own->a, own->b, k, (mp_limb_t)(ONE - 1), modulus);
    for (size_t i = 0; i < k; i++) {
        mp_limb_t a = own->a[i], b = own->b[i], m = mpn_mod_1(modulus->m, (mp_size_t)modulus->n, a);
        mp_limb_t whole = mc_parallel_product_modulo(own->a, k, i, a);
        own->to_xi[i] = a - mc_parallel_invert_modulo(mc_parallel_multiply_modulo(m, whole, a), a);
        own->minus_whole[i] = a - mc_parallel_product_modulo(own->b, k, k, a);
        mc_parallel_cofactors(own->to_a + i, k, own->b, k, 1, a);
        mp_limb_t cofactor = mc_parallel_product_modulo(own->b, k, i, b);
        mp_limb_t inverse = mc_parallel_invert_modulo(mc_parallel_product_modulo(own->a, k, k, b), b);
        own->inverse_cofactor[i] = mc_parallel_invert_modulo(cofactor, b);
        own->scale[i] = mc_parallel_multiply_modulo(cofactor, inverse, b);
        m = mc_parallel_multiply_modulo(mpn_mod_1(modulus->m, (mp_size_t)modulus->n, b), inverse, b);
        m = mc_parallel_multiply_modulo(m, own->inverse_cofactor[i], b);
        mc_parallel_cofactors(own->to_b + i, k, own->a, k, m, b);
        own->rest_a[i] = (mp_limb_t)(ONE - a);
        own->rest_b[i] = (mp_limb_t)(ONE - b);
    }
    mpz_init(factor);
    mc_parallel_whole(factor, own->a, k);
    mc_parallel_form_set(&own->form, modulus, factor);
    mpz_clear(factor);
}

mc_parallel_status mc_parallel_residues_new(mc_parallel_residues **residues, const mc_parallel_modulus *modulus)
{
    size_t n = modulus->n, bits = mpn_sizeinbase(modulus->m, (mp_size_t)n, 2);
    *residues = NULL;
    if (!mc_parallel_has_residues())
        return MC_PARALLEL_ERROR_PROCESSOR;
    if (bits > MC_LANES_MOST_BITS)
        return MC_PARALLEL_ERROR_LONG;
    mc_parallel_residues *made = calloc(1, sizeof *made);
    if (made == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    made->modulus = modulus;
    size_t k = made->k = primes_for(bits);
    mp_limb_t **lists[] = {&made->a,     &made->b,           &made->rest_a,           &made->rest_b, &made->to_xi,
                           &made->scale, &made->minus_whole, &made->inverse_cofactor, &made->xi};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = mc_parallel_take_limbs(&made->arena, k);
    made->to_b = mc_parallel_take_limbs(&made->arena, k * k);
    made->to_a = mc_parallel_take_limbs(&made->arena, k * k);
    made->number = mc_parallel_take_limbs(&made->arena, n);
    mc_parallel_form_prepare(&made->form, n, &made->arena);
    if (made->arena.failed) {
        mc_parallel_residues_free(made);
        return MC_PARALLEL_ERROR_MEMORY;
    }
    find_constants(made);
    *residues = made;
    return MC_PARALLEL_OK;
}

void mc_parallel_residues_free(mc_parallel_residues *residues)
{
    if (residues == NULL)
        return;
    mc_parallel_give_back(&residues->arena);
    free(residues);
}

size_t mc_parallel_residues_words(const mc_parallel_residues *residues)
{
    return 2 * residues->k;
}

mc_parallel_status mc_parallel_residues_pack(mc_parallel_residues *residues, uint64_t *packed, const mp_limb_t *x,
                                             size_t limbs)
{
    const mc_parallel_modulus *modulus = residues->modulus;
    size_t k = residues->k;
    mp_size_t n = (mp_size_t)modulus->n;
    mp_limb_t *number = residues->number;
    mc_parallel_status status =
        mc_parallel_form_apply(&residues->form, modulus, number, x, residues->form.factor, limbs);
    for (size_t i = 0; status == MC_PARALLEL_OK && i < k; i++) {
        mp_limb_t b = residues->b[i];
        packed[i] = mpn_mod_1(number, n, residues->a[i]);
        packed[k + i] = mc_parallel_multiply_modulo(mpn_mod_1(number, n, b), residues->inverse_cofactor[i], b);
    }
    return status;
}

/* sum(zeta_j B / b_j) mod B, mod M. */
static void to_number(const mc_parallel_residues *own, const uint64_t *zeta)
{
    mpz_t whole, cofactor, sum;
    mpz_inits(whole, cofactor, sum, NULL);
    mc_parallel_whole(whole, own->b, own->k);
    for (size_t j = 0; j < own->k; j++) {
        mpz_divexact_ui(cofactor, whole, own->b[j]);
        mpz_addmul_ui(sum, cofactor, (unsigned long)zeta[j]);
    }
    mpz_mod(sum, sum, whole);
    mc_parallel_read(whole, own->modulus->m, own->modulus->n);
    mpz_mod(sum, sum, whole);
    mc_parallel_write(own->number, sum, own->modulus->n);
    mpz_clears(whole, cofactor, sum, NULL);
}

mc_parallel_status mc_parallel_residues_unpack(mc_parallel_residues *residues, mp_limb_t *x, const uint64_t *packed,
                                               size_t limbs)
{
    if (limbs != residues->modulus->n)
        return MC_PARALLEL_ERROR_LIMBS;
    to_number(residues, packed + residues->k);
    return mc_parallel_form_apply(&residues->form, residues->modulus, x, residues->number, residues->form.inverse,
                                  limbs);
}

void mc_parallel_residues_multiply(mc_parallel_residues *residues, uint64_t *z, const uint64_t *a, const uint64_t *b)
{
    mc_parallel_residues_ifma(residues, z, a, b);
}
