/*---
name: ring
family: fb-normal-mul
summary: as polynomials modulo x^p - 1, multiplied word by word by PCLMULQDQ or PMULL, or by integer products where
  the processor lacks them
source: Dahab, Hankerson, Hu, Long, Lopez and Menezes 2006, Section 4; Gao, von zur Gathen, Panario and Shoup 2000
domain: any a, b; constant time where the processor's multiplication is
constant_time: same-trace-and-addresses
requires: FB_HAS_NORMAL_BASIS
---*/
#include "fb/multiplication/carryless.h"
#include "fb/normal_basis/normal_ring.h"
#include "fb/multiplication/word_product.h"

#if FB_HAS_NORMAL_BASIS

static void normal_mul_ring_portable(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word half[RING_WORDS], full[RING_FULL_WORDS], product[RING_PRODUCT_WORDS] = {0};
    normal_ring_factors(half, full, a, b);
    for (unsigned i = 0; i < RING_WORDS; i++) {
        for (unsigned j = 0; j < RING_FULL_WORDS; j++) {
            const mc_dword words = word_product(half[i], full[j]);
            product[i + j] ^= (mc_word)words;
            product[i + j + 1] ^= (mc_word)(words >> MC_WORD_BITS);
        }
    }
    normal_ring_collect(r, product);
}

#if MC_NATIVE_CARRYLESS

/* Column after column: all products of words that meet in words k and k + 1. */
CARRYLESS static void normal_mul_ring_native(mc_word *r, const mc_word *a, const mc_word *b)
{
    mc_word half[RING_WORDS], full[RING_FULL_WORDS], product[RING_PRODUCT_WORDS];
    normal_ring_factors(half, full, a, b);
    mc_word carry = 0;
    for (unsigned k = 0; k < RING_PRODUCT_WORDS - 1; k++) {
        carryless_vector column = carryless_constant(carry, 0);
        for (unsigned i = k < RING_FULL_WORDS ? 0 : k - RING_FULL_WORDS + 1; i < RING_WORDS && i <= k; i++)
            column ^= carryless_product(carryless_constant(half[i], 0), 0, carryless_constant(full[k - i], 0), 0);
        product[k] = column[0];
        carry = column[1];
    }
    product[RING_PRODUCT_WORDS - 1] = carry;
    normal_ring_collect(r, product);
}

typedef void normal_mul_ring_function(mc_word *r, const mc_word *a, const mc_word *b);

/* r = a b; r may alias a or b. */
MC_BIND(FB(normal_mul_ring), normal_mul_ring_function, MC_HAS_CARRYLESS, normal_mul_ring_native,
        normal_mul_ring_portable, (mc_word * r, const mc_word *a, const mc_word *b), (r, a, b))

#else

/* r = a b; r may alias a or b. */
void FB(normal_mul_ring)(mc_word *r, const mc_word *a, const mc_word *b)
{
    normal_mul_ring_portable(r, a, b);
}

#endif
#endif
