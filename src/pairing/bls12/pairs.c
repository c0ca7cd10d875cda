#include "pairing/bls12/pairs.h"

#include "motecurve/pairing/bls12_381.h"

static const MC_FLASH ORDER(modulus) order = BLS12_ORDER;

void bls12_pairs_begin(bls12_pairs *pairs)
{
    fp12_set_one(&pairs->product);
    pairs->count = pairs->has_product = 0;
}

/* The product of those that wait. */
static void multiply_waiting(bls12_pairs *pairs)
{
    fp12 f;
    bls12_miller(&f, pairs->p, pairs->q, pairs->count);
    if (pairs->has_product)
        fp12_mul(&pairs->product, &pairs->product, &f);
    else
        pairs->product = f;
    pairs->has_product = 1;
    pairs->count = 0;
    mc_wipe(&f, sizeof f);
}

void bls12_pairs_add(bls12_pairs *pairs, const g1_affine *p, const g2_affine *q)
{
    if (pairs->count == BLS12_PAIRS_MAX)
        multiply_waiting(pairs);
    pairs->p[pairs->count] = *p;
    pairs->q[pairs->count++] = *q;
}

void bls12_pairs_finish(fp12 *r, bls12_pairs *pairs)
{
    if (pairs->count)
        multiply_waiting(pairs);
    bls12_final(r, &pairs->product);
    mc_wipe(pairs, sizeof *pairs);
}

void bls12_scalar_mod(mc_word *k, const uint8_t *octets, size_t bytes)
{
    ORDER(from_octets)(k, octets, bytes, BLS12_ORDER_BITS, &order);
}

mc_status bls12_read_scalar(mc_word *k, const uint8_t *octets)
{
    mc_words_from_octets(k, BLS12_SCALAR_WORDS, octets, MC_BLS12_381_SCALAR_BYTES);
    if (ORDER(mask_below)(k, &order))
        return MC_OK;
    mc_wipe(k, BLS12_SCALAR_WORDS * sizeof *k);
    return MC_ERROR_SCALAR_RANGE;
}
